import { csvOfRows, sendCsv } from "~/http/csv.server";
import { readCity } from "~/models/cities/city.server";
import { today } from "~/models/clock.server";
import { effectiveFeeStatus, feeColumns } from "~/models/fees/fee";
import { type ListedFee, listAllFees } from "~/models/fees/fee.server";
import type { Viewer } from "~/models/policy";

/** A city's whole fee history as a file for a spreadsheet; 404 for an unknown city. */
export async function sendFees(viewer: Viewer, cityId: number): Promise<Response> {
  const { urban37CityCode } = await readCity(viewer, cityId);
  const code = urban37CityCode.toUpperCase().replace(/[^A-Z0-9]/g, "-");
  return sendCsv(`fees-${code}.csv`, feesCsv(await listAllFees(viewer, cityId)));
}

const first = [
  "dateCharged",
  "serviceType",
  "description",
  "invoiceNumber",
  "amountCents",
  "standing",
  "datePaid",
  "paidBy",
] as const;

export const feesCsv = (fees: ListedFee[], day = today()): string =>
  csvOfRows(
    feeColumns,
    [...first],
    fees.map((fee) => ({ ...fee, standing: effectiveFeeStatus(fee, day) })),
  );
