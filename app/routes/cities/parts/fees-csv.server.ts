import { readCity } from "~/models/cities/city.server";
import { feeColumns } from "~/models/fees/fee";
import { feeList, type ListedFee } from "~/models/fees/fee-list.server";
import type { Viewer } from "~/models/policy";
import { csvOfBatches, sendCsv } from "~/platform/http/csv.server";
import { textStream } from "~/platform/http/text-stream.server";

export async function sendFees(viewer: Viewer, cityId: number): Promise<Response> {
  const { urban37CityCode } = await readCity(viewer, cityId);
  const code = urban37CityCode.toUpperCase().replace(/[^A-Z0-9]/g, "-");
  return sendCsv(`fees-${code}.csv`, await textStream(feesCsv(feeList(viewer, cityId).all())));
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

export const feesCsv = (fees: AsyncIterable<ListedFee[]>): AsyncGenerator<string> =>
  csvOfBatches(feeColumns, [...firstColumns], fees);
