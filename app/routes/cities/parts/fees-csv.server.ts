import { readCity } from "~/models/cities/city.server";
import { feeColumns } from "~/models/fees/fee";
import { feeList } from "~/models/fees/fee-list.server";
import type { Viewer } from "~/models/policy";
import { sendCsv } from "~/platform/http/csv.server";

export async function sendFees(viewer: Viewer, cityId: number, request: Request): Promise<Response> {
  const { urban37CityCode } = await readCity(viewer, cityId);
  const code = urban37CityCode.toUpperCase().replace(/[^A-Z0-9]/g, "-");
  const download = { viewer, request, fileName: `fees-${code}.csv` };
  return sendCsv(download, feeColumns, firstColumns, feeList(viewer, cityId).all());
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
