import { stringify } from "csv-stringify/sync";
import { readCity } from "~/models/cities/city.server";
import { today } from "~/models/clock.server";
import { feeServiceTypes, feeStanding, feeStatuses } from "~/models/fees/fee";
import { type ListedFee, listAllFees } from "~/models/fees/fee.server";
import { decimalText } from "~/models/money";
import type { Viewer } from "~/models/policy";

/** A city's whole fee history as a file for a spreadsheet; 404 for an unknown city. */
export async function sendFees(viewer: Viewer, cityId: number): Promise<Response> {
  const { urban37CityCode } = await readCity(viewer, cityId);
  const code = urban37CityCode.toUpperCase().replace(/[^A-Z0-9]/g, "-");
  return new Response(feesCsv(await listAllFees(viewer, cityId)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="fees-${code}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
}

const columns = [
  "Date charged",
  "Service type",
  "Description",
  "Invoice number",
  "Amount",
  "Status",
  "Date paid",
  "Paid by",
  "Notes",
];

export function feesCsv(fees: ListedFee[], day = today()): string {
  const rows = fees.map((fee) => [
    fee.dateCharged,
    feeServiceTypes[fee.serviceType].label,
    fee.description,
    fee.invoiceNumber ?? "",
    decimalText(fee.amountCents),
    feeStatuses[feeStanding(fee, day)].label,
    fee.datePaid ?? "",
    fee.paidBy ?? "",
    fee.notes ?? "",
  ]);
  // Excel takes a file without the mark for its own old encoding, and a text like =1+1 for a formula.
  return stringify([columns, ...rows], { bom: true, escape_formulas: true, record_delimiter: "windows" });
}
