import { maximumFilesAtOnce } from "~/models/files/plan-file";
import {
  isRefused,
  largestFile,
  type ReceivedFile,
  receivePlanFile,
  type StoredFile,
} from "~/models/files/plan-file-store.server";
import { readForm } from "./request-body.server";

/** Reads the files of a request to disk. The caller has made sure that the viewer may send any. */
export async function receiveFiles(request: Request) {
  const { form, received, surplus } = await readForm<ReceivedFile>(
    request,
    ({ fileName, stream }) => receivePlanFile(fileName, stream),
    largestFile,
  );
  const refused = [
    ...received.filter(isRefused),
    ...surplus.map((fileName) => ({
      fileName,
      reason: `Only ${maximumFilesAtOnce} files can be sent at once`,
    })),
  ];
  return { form, stored: received.filter((file) => !isRefused(file)) as StoredFile[], refused };
}

/** Why files cannot be taken, a sentence each. */
export function problemsOf(
  files: StoredFile[],
  refused: { fileName: string; reason: string }[],
  needsFiles?: boolean,
): string[] {
  const problems = refused.map(({ fileName, reason }) => `${fileName}: ${reason}.`);
  if (files.length > maximumFilesAtOnce)
    problems.push(`Only ${maximumFilesAtOnce} files can be sent at once.`);
  if (needsFiles && files.length === 0 && refused.length === 0) problems.push("Choose at least one file.");
  return problems;
}
