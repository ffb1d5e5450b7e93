import { cleanFileName } from "~/models/files/file-name";
import { maxFilesAtOnce, problemOfFile, type RefusedFile, tooManyFiles } from "~/models/files/plan-file";
import {
  isRefused,
  maxFileBytes,
  type NewPlanFile,
  type ReceivedFile,
  withFileReceiver,
} from "~/models/files/plan-file-store.server";
import { refusalOfUpload } from "../disk.server";
import { fileLimiter, maxBytesAtOnce, tooMuchAtOnce } from "./files-at-once.server";
import { readForm } from "./request-body.server";

export type Received = { form: FormData; stored: NewPlanFile[]; refused: RefusedFile[] };

/** Files without a row after `work` are removed. The caller has checked that the viewer may upload. */
export async function receiveFiles<Result>(request: Request, work: (received: Received) => Promise<Result>) {
  if (minFileBytes(request) > 0) {
    const refusal = await refusalOfUpload(announcedBytes(request));
    if (refusal) throw refusal;
  }
  return receiveFilledForm(request, async ({ error, ...received }) => {
    if (error) throw error;
    return work(received);
  });
}

/**
 * `receiveFiles` for a form that is returned filled in: all fields are read, and a failed write, 413 for more than
 * `maxBytes` of files, or 507 for files on a nearly full disk, is passed as `error` with the files before.
 */
export async function receiveFilledForm<Result>(
  request: Request,
  work: (received: Received & { error?: unknown }) => Promise<Result>,
  maxBytes = maxBytesAtOnce,
): Promise<Result> {
  const noRoom = await refusalOfUpload(announcedBytes(request));
  return withFileReceiver(async (receive) => {
    const errors: unknown[] = [];
    const tooMuch: string[] = [];
    const limit = fileLimiter(maxBytes);
    const receiveLimited = async (name: string, stream: Parameters<typeof limit>[0]) => {
      const { upload, isOver } = limit(stream);
      const file = await receive(name, upload);
      if (!isOver()) return file;
      tooMuch.push(file.fileName);
    };
    const { form, received, surplus } = await readForm<ReceivedFile | undefined>(
      request,
      async ({ fileName, stream }) => {
        // A form without files is saved all the same.
        if (noRoom && errors.length === 0) errors.push(noRoom);
        if (errors.length > 0) return void stream.resume();
        return receiveLimited(fileName, stream).catch((error: unknown) => void errors.push(error));
      },
      maxFileBytes,
    );
    const files = received.filter((file) => file !== undefined);
    const tooMany = surplus.length > 0 ? [tooManyFiles(surplus.map(cleanFileName))] : [];
    const stored = files.filter((file): file is NewPlanFile => !isRefused(file));
    if (tooMuch.length > 0) errors.push(tooMuchAtOnce(tooMuch));
    return work({ form, stored, refused: [...files.filter(isRefused), ...tooMany], error: errors[0] });
  });
}

const formOverhead = 16 * 1024;

export const minFileBytes = (request: Request): number =>
  Math.max(0, Number(request.headers.get("content-length")) - formOverhead);

/** A file that is too large, or too many of them, are refused for that. */
const announcedBytes = (request: Request): number => Math.min(minFileBytes(request), maxBytesAtOnce);

/** Throws 413 before a byte is read, if the files must be too many bytes for one request. */
export function refuseTooMuchAtOnce(request: Request): void {
  if (minFileBytes(request) > maxBytesAtOnce) throw tooMuchAtOnce();
}

export function problemsOf(files: NewPlanFile[], refused: RefusedFile[], needsFiles?: boolean): string[] {
  const problems = refused.map(problemOfFile);
  if (files.length > maxFilesAtOnce) problems.push(`Only ${maxFilesAtOnce} files can be sent at once.`);
  if (needsFiles && files.length === 0 && refused.length === 0) problems.push("Choose at least one file.");
  return problems;
}
