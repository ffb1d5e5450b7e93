import { sizeOfFile } from "~/models/files/plan-file-store.server";
import { findLetter } from "~/models/letters/letter.server";
import { isStillDamaged } from "~/models/letters/letter-check.server";
import type { Actor } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { logError } from "~/platform/log.server";
import { sendContent } from "./plan-file-download.server";

export async function sendLetter(viewer: Actor, id: number, request: Request): Promise<Response> {
  const { fileKey, sha256, byteSize, number } = await findLetter(viewer, id);
  const size = await sizeOfFile(fileKey);
  if (size !== byteSize) {
    const problem = size === undefined ? "missing" : "changed";
    logError(new Error(`The PDF of letter ${id} (${number}) is ${problem}`), "sending a letter");
  }
  if (size === undefined) throw new Refusal(410, "This file is missing");
  if (size !== byteSize || (await isStillDamaged(id)))
    throw new Refusal(410, "This file is damaged. Ask your administrator to restore it");
  const file = {
    ...{ fileKey, sha256, byteSize },
    fileName: `${number}.pdf`,
    mediaType: "application/pdf",
    isInline: true,
  };
  return sendContent(file, request);
}
