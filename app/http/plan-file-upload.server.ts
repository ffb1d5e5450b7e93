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
export const receiveFiles = <Result>(
  request: Request,
  work: (received: Received) => Promise<Result>,
): Promise<Result> =>
  receiveFilledForm(request, async ({ error, ...received }) => {
    if (error) throw error;
    return work(received);
  });

/** The same for a form that comes back filled: it is read to its end, and what kept a file from the disk is its `error`. */
export function receiveFilledForm<Result>(
  request: Request,
  work: (received: Received & { error?: unknown }) => Promise<Result>,
): Promise<Result> {
  return whileReceiving(async (receive) => {
    const errors: unknown[] = [];
    const { form, received, surplus } = await readForm<ReceivedFile | undefined>(
      request,
      async ({ fileName, stream }) => {
        if (errors.length > 0) return void stream.resume();
        return receive(fileName, stream).catch((error: unknown) => void errors.push(error));
      },
      largestFile,
    );
    const files = received.filter((file) => file !== undefined);
    const tooMany = surplus.map((fileName) => ({
      fileName,
      reason: `Only ${maximumFilesAtOnce} files can be sent at once`,
    }));
    const stored = files.filter((file): file is StoredFile => !isRefused(file));
    return work({ form, stored, refused: [...files.filter(isRefused), ...tooMany], error: errors[0] });
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
