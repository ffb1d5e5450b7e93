import { csvOf, sendCsv } from "~/http/csv.server";
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
  return sendCsv(`fees-${code}.csv`, feesCsv(await listAllFees(viewer, cityId)));
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
  return csvOf(columns, rows);
}
