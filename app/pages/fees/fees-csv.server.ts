import { csvOfBatches, sendCsv } from "~/http/csv.server";
import { textStream } from "~/http/text-stream.server";
import { readCity } from "~/models/cities/city.server";
import { today } from "~/models/clock.server";
import { effectiveFeeStatus, feeColumns } from "~/models/fees/fee";
import { eachFee, type ListedFee } from "~/models/fees/fee-list.server";
import type { Viewer } from "~/models/policy";

/** Sends all fees of a city as a CSV file. Throws 404 for an unknown city. */
export async function sendFees(viewer: Viewer, cityId: number): Promise<Response> {
  const { urban37CityCode } = await readCity(viewer, cityId);
  const code = urban37CityCode.toUpperCase().replace(/[^A-Z0-9]/g, "-");
  return sendCsv(`fees-${code}.csv`, await textStream(feesCsv(eachFee(viewer, cityId))));
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

/** Yields fees as CSV text, with their effective status on the day. */
export const feesCsv = (fees: AsyncIterable<ListedFee[]>, day = today()): AsyncGenerator<string> =>
  csvOfBatches(feeColumns, [...firstColumns], withStatus(fees, day));

async function* withStatus(batches: AsyncIterable<ListedFee[]>, day: string) {
  for await (const fees of batches) {
    yield fees.map((fee) => ({ ...fee, standing: effectiveFeeStatus(fee, day) }));
  }
}
