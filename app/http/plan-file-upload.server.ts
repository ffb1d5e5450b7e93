import { maximumFilesAtOnce } from "~/models/files/plan-file";
import {
  isRefused,
  largestFile,
  type ReceivedFile,
  type RefusedFile,
  type StoredFile,
  whileReceiving,
} from "~/models/files/plan-file-store.server";
import { readForm } from "./request-body.server";

export type Received = { form: FormData; stored: StoredFile[]; refused: RefusedFile[] };

/**
 * Reads the files of a request to disk and works with them; what then has no row is removed. The caller has
 * made sure that the viewer may send any.
 */
export function receiveFiles<Result>(
  request: Request,
  work: (received: Received) => Promise<Result>,
): Promise<Result> {
  return whileReceiving(async (receive) => {
    const { form, received, surplus } = await readForm<ReceivedFile>(
      request,
      ({ fileName, stream }) => receive(fileName, stream),
      largestFile,
    );
    const tooMany = surplus.map((fileName) => ({
      fileName,
      reason: `Only ${maximumFilesAtOnce} files can be sent at once`,
    }));
    const stored = received.filter((file): file is StoredFile => !isRefused(file));
    return work({ form, stored, refused: [...received.filter(isRefused), ...tooMany] });
  });
}

/** What a form of files puts around them, at most. */
const aroundFiles = 16 * 1024;

/** How much a request says that it brings, of files alone; nothing where it does not say. */
export const bytesAnnounced = (request: Request): number =>
  Math.max(0, Number(request.headers.get("content-length")) - aroundFiles);

/** Why files cannot be taken, a sentence each. */
export function problemsOf(files: StoredFile[], refused: RefusedFile[], needsFiles?: boolean): string[] {
  const problems = refused.map(({ fileName, reason }) => `${fileName}: ${reason}.`);
  if (files.length > maximumFilesAtOnce)
    problems.push(`Only ${maximumFilesAtOnce} files can be sent at once.`);
  if (needsFiles && files.length === 0 && refused.length === 0) problems.push("Choose at least one file.");
  return problems;
}
