import { logError } from "~/log.server";
import { sizeOfContent } from "~/models/files/plan-file-store.server";
import { findLetter } from "~/models/letters/letter.server";
import { isStillDamaged } from "~/models/letters/letter-check.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { sendContent } from "./plan-file-download.server";

export async function sendLetter(viewer: Viewer, id: number, request: Request): Promise<Response> {
  const { contentHash, byteSize, number } = await findLetter(viewer, id);
  const size = await sizeOfContent(contentHash);
  if (size !== byteSize) {
    const problem = size === undefined ? "missing" : "changed";
    logError(new Error(`The PDF of letter ${id} (${number}) is ${problem}`), "sending a letter");
  }
  if (size === undefined) throw new Refusal(410, "This file is missing");
  if (size !== byteSize || (await isStillDamaged(id)))
    throw new Refusal(410, "This file is damaged. Ask your administrator to restore it");
  const file = {
    contentHash,
    byteSize,
    fileName: `${number}.pdf`,
    mediaType: "application/pdf",
    isInline: true,
  };
  return sendContent(file, request);
}
