import type { z } from "zod";
import { cityOfFee, markPaid, readListedFee, updateFee } from "~/models/fees/fee.server";
import type { Viewer } from "~/models/policy";
import { asFee, type feeCalls } from "./fees.server";

/**
 * Changes a fee that is named by its id alone, and answers it as the list has it. The status paid alone is
 * the page's "Mark as paid".
 */
export async function changeFee(
  viewer: Viewer,
  id: number,
  { updatedAt, ...changes }: z.output<typeof feeCalls.update.body>,
) {
  const cityId = await cityOfFee(viewer, id);
  const isPayment = changes.status === "paid" && Object.keys(changes).length === 1;
  if (isPayment) await markPaid(viewer, cityId, id, updatedAt);
  else await updateFee(viewer, cityId, id, changes, updatedAt);
  return asFee(await readListedFee(viewer, cityId, id));
}

/** A fee that is named by its id alone, as the list has it. */
export async function readFeeOfAny(viewer: Viewer, id: number) {
  return asFee(await readListedFee(viewer, await cityOfFee(viewer, id), id));
}
