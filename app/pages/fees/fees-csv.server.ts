import { csvOfRows, sendCsv } from "~/http/csv.server";
import { readCity } from "~/models/cities/city.server";
import { today } from "~/models/clock.server";
import { effectiveFeeStatus, feeColumns } from "~/models/fees/fee";
import { type ListedFee, listAllFees } from "~/models/fees/fee.server";
import type { Viewer } from "~/models/policy";

/** Sends all fees of a city as a CSV file. Throws 404 for an unknown city. */
export async function sendFees(viewer: Viewer, cityId: number): Promise<Response> {
  const { urban37CityCode } = await readCity(viewer, cityId);
  const code = urban37CityCode.toUpperCase().replace(/[^A-Z0-9]/g, "-");
  return sendCsv(`fees-${code}.csv`, feesCsv(await listAllFees(viewer, cityId)));
}

const firstColumns = [
  "dateCharged",
  "serviceType",
  "description",
  "invoiceNumber",
  "amountCents",
  "standing",
  "datePaid",
  "paidBy",
] as const;

/** Returns fees as CSV text, with their effective status on the day. */
export const feesCsv = (fees: ListedFee[], day = today()): string =>
  csvOfRows(
    feeColumns,
    [...firstColumns],
    fees.map((fee) => ({ ...fee, standing: effectiveFeeStatus(fee, day) })),
  );
