import { partBytes } from "~/models/files/plan-file";
import { timeLeft } from "~/models/files/time-left";
import type { UploadResult, UploadState } from "~/models/files/unfinished-upload.server";
import { statusPageIn } from "~/models/status-links/status-link";

export type Progress = {
  /** The bytes that have left the browser. */
  loaded: number;
  /** "about 3 minutes left" */
  left: string;
  /** Says so while the line is broken. */
  notice: string;
};

type Wanted = {
  onProgress: (progress: Progress) => void;
  /** Aborted with a reason if the file is not wanted any more: without one, the upload can go on on another page. */
  signal: AbortSignal;
};

type Sending = { onProgress: (loaded: number, isBroken?: boolean) => void; signal: AbortSignal };

type Answer = {
  status: number;
  body: (Partial<UploadState & UploadResult> & { message?: string }) | null;
  offset: number | undefined;
};

/** A sentence for the user, without its period. */
class Problem extends Error {}

/** On the page of a status link, whose files are the applicant's, it is below the link. */
const stagedFiles = (): string => `${statusPageIn(globalThis.location?.pathname ?? "") ?? ""}/staged-files`;

let last: Promise<unknown> = Promise.resolve();

/**
 * Sends a file in parts before its form is sent, after those that were chosen before it. After a broken line, or if the
 * same file is chosen again on another page, it goes on where it stopped.
 */
export function sendFile(file: File, wanted: Wanted): Promise<UploadResult> {
  const sent = last.then(() => sendNow(file, wanted));
  last = sent;
  return sent;
}

async function sendNow(file: File, { onProgress, signal }: Wanted): Promise<UploadResult> {
  try {
    return await sendParts(file, { onProgress: withTimeLeft(file, onProgress), signal });
  } catch (error) {
    if (signal.aborted) return { kept: [], refused: [] };
    const reason = error instanceof Problem ? error.message : "The file could not be sent. Choose it again";
    return { kept: [], refused: [{ fileName: file.name, reason }] };
  }
}

/** From how fast the bytes have left since the line was broken last. */
function withTimeLeft(file: File, onProgress: Wanted["onProgress"]): Sending["onProgress"] {
  let since = { at: performance.now(), loaded: 0 };
  return (loaded, isBroken = false) => {
    if (isBroken || loaded < since.loaded) since = { at: performance.now(), loaded };
    const seconds = (performance.now() - since.at) / 1000;
    const left = timeLeft(loaded - since.loaded, seconds, file.size - loaded);
    const notice = isBroken ? "The connection is lost. The file goes on when it is back." : "";
    onProgress({ loaded, left, notice });
  };
}

/** How often the same part is sent again. */
const maxRepeats = 3;

async function sendParts(file: File, sending: Sending): Promise<UploadResult> {
  let upload = await begin(file, sending);
  const forget = () => {
    if (sending.signal.reason === "stopped" && "key" in upload) discardUpload(upload.key);
  };
  sending.signal.addEventListener("abort", forget);
  try {
    for (let repeats = 0; !("kept" in upload); ) {
      const { offset }: UploadState = upload;
      const answer = await sendPart(file, upload, sending);
      const next = answer && uploadIn(answer);
      if (next) {
        upload = next;
        repeats = 0;
        if ("offset" in next) sending.onProgress(next.offset);
        continue;
      }
      if (answer) {
        repeats += 1;
        if (repeats > maxRepeats || ![400, 404, 409].includes(answer.status)) throw problemIn(answer);
        // The server waits up to ten seconds for the rest of a part whose line is broken.
        if (answer.status === 409 && answer.offset === offset) {
          sending.onProgress(offset, true);
          await pause(repeats, sending.signal);
        }
      }
      if (answer?.status !== 400) upload = await goOn(upload, file, sending);
    }
    return upload;
  } finally {
    sending.signal.removeEventListener("abort", forget);
  }
}

/** Goes on where the server is, or begins anew if it has forgotten the upload or has another file there from another window. */
async function goOn({ key, offset }: UploadState, file: File, sending: Sending) {
  const answer = await ask(`${stagedFiles()}/${key}`, "GET", undefined, sending, offset);
  const upload = uploadIn(answer);
  if (!upload) return begin(file, sending);
  const isSame = "kept" in upload || (await hasSameParts(file, upload, { ...sending, onProgress: () => {} }));
  return isSame ? upload : begin(file, sending, true);
}

function uploadIn({ body }: Answer): UploadState | UploadResult | undefined {
  const { kept, refused, key, offset, partHashes = [] } = body ?? {};
  if (kept && refused) return { kept, refused };
  return key !== undefined && offset !== undefined ? { key, offset, partHashes } : undefined;
}

const problemIn = ({ body }: Answer): Problem =>
  new Problem(body?.message?.replace(/\.$/, "") ?? "The file could not be sent. Choose it again");

/** Begins an upload, or goes on with an earlier one of this file: that has parts with the same hashes. */
async function begin(
  file: File,
  sending: Sending,
  isNew = !hasHashes(),
): Promise<UploadState | UploadResult> {
  const body = { fileName: file.name, byteSize: file.size, isNew };
  const answer = await ask(stagedFiles(), "POST", body, sending);
  const upload = uploadIn(answer);
  if (!upload) throw problemIn(answer);
  if ("kept" in upload || (await hasSameParts(file, upload, sending))) return upload;
  return begin(file, sending, true);
}

/** Pages without https have no hashes, and cannot tell whether the file is the same: none goes on there with an earlier one. */
const hasHashes = (): boolean => globalThis.crypto?.subtle !== undefined;

async function hasSameParts(file: File, { partHashes }: UploadState, sending: Sending): Promise<boolean> {
  if (!hasHashes()) return true;
  for (const [index, expected] of partHashes.entries()) {
    const hash = await hashOf(await readPart(file, index * partBytes));
    if (hexOf(hash) !== expected) return false;
    sending.onProgress(Math.min(file.size, (index + 1) * partBytes));
  }
  return true;
}

const hashOf = async (part: ArrayBuffer) => new Uint8Array(await crypto.subtle.digest("SHA-256", part));

const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function readPart(file: File, offset: number): Promise<ArrayBuffer> {
  try {
    return await file.slice(offset, offset + partBytes).arrayBuffer();
  } catch {
    throw new Problem("The file was changed, moved or deleted while it was sent. Choose it again");
  }
}

/** Returns nothing if the line was broken. */
async function sendPart(file: File, { key, offset }: UploadState, sending: Sending) {
  const part = await readPart(file, offset);
  const headers: Record<string, string> = { "Upload-Offset": String(offset) };
  if (hasHashes())
    headers["Content-Digest"] = `sha-256=:${btoa(String.fromCharCode(...(await hashOf(part))))}:`;
  const address = `${stagedFiles()}/${key}`;
  const answer = await request(address, { method: "PATCH", headers, body: part }, sending.signal, (loaded) =>
    sending.onProgress(Math.min(file.size, offset + loaded)),
  );
  if (answer) return answer;
  sending.onProgress(offset, true);
  await pause(0, sending.signal);
}

/** Asks until the server answers. */
async function ask(
  address: string,
  method: string,
  body: object | undefined,
  { onProgress, signal }: Sending,
  loaded = 0,
): Promise<Answer> {
  const headers: Record<string, string> = body ? { "Content-Type": "application/json" } : {};
  for (let attempt = 0; ; attempt += 1) {
    const answer = await request(address, { method, headers, body: body && JSON.stringify(body) }, signal);
    if (answer) {
      onProgress(loaded);
      return answer;
    }
    onProgress(loaded, true);
    await pause(attempt, signal);
  }
}

const longestPause = 15_000;

/** Ends earlier when the browser notices that it is online again. */
function pause(attempt: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(longestPause, 1000 * 2 ** attempt));
    window.addEventListener("online", end);
    signal.addEventListener("abort", end, { once: true });
  });
}

/** After such a time in which no byte leaves, in milliseconds, a line counts as broken. */
const brokenAfter = 60_000;

/** A proxy answers for a server that is being started anew. */
const isAway = (status: number): boolean => [0, 502, 503, 504].includes(status);

type Sent = { method: string; headers: Record<string, string>; body?: ArrayBuffer | string };

/** Returns nothing if the line is broken. XMLHttpRequest, because fetch does not say how much it has sent. */
function request(
  address: string,
  { method, headers, body }: Sent,
  signal: AbortSignal,
  onProgress?: (loaded: number) => void,
): Promise<Answer | undefined> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const sent = new XMLHttpRequest();
    sent.open(method, address);
    sent.responseType = "json";
    for (const [name, value] of Object.entries(headers)) sent.setRequestHeader(name, value);
    const stop = () => sent.abort();
    const watch = () => setTimeout(stop, brokenAfter);
    let watching = watch();
    sent.upload.onprogress = ({ loaded }) => {
      clearTimeout(watching);
      watching = watch();
      onProgress?.(loaded);
    };
    sent.onloadend = () => {
      clearTimeout(watching);
      signal.removeEventListener("abort", stop);
      if (signal.aborted) reject(signal.reason);
      else if (isAway(sent.status)) resolve(undefined);
      else {
        const offset = sent.getResponseHeader("Upload-Offset");
        const { status } = sent;
        resolve({ status, body: sent.response, offset: offset === null ? undefined : Number(offset) });
      }
    };
    signal.addEventListener("abort", stop);
    sent.send(body);
  });
}

/** Ends an upload that the user has stopped; if this fails, the server forgets it later. */
function discardUpload(key: string): void {
  void fetch(`${stagedFiles()}/${key}`, { method: "DELETE", keepalive: true }).catch(() => undefined);
}

/** Deletes a staged file that the user removed from its form; if this fails, the file expires later. */
export function discardFile(token: string): void {
  const body = new URLSearchParams({ keptFiles: token });
  void fetch(`${stagedFiles()}?discard`, { method: "POST", body, keepalive: true }).catch(() => undefined);
}
