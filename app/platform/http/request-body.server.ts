import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { maxFilesAtOnce } from "~/models/files/plan-file";
import { Refusal } from "~/models/refusal";
import { yieldToEventLoop } from "../db/batches.server";
import { decompressedBody, refuseCompressed } from "./content-encoding.server";

const maxBodyBytes = 1024 * 1024;
const maxFields = 1000;
const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

const tooLarge = () =>
  new Refusal(413, "The text is too large: at most 1 MB can be sent at once. Shorten it and try again.");

/** One uploaded file. Its stream must be read to the end and must not be destroyed. */
type IncomingFile = { field: string; fileName: string; stream: Readable & { truncated: boolean } };
export type FileReceiver<Received> = (file: IncomingFile) => Promise<Received>;

export const mediaTypeOf = (request: Request): string =>
  (request.headers.get("content-type") ?? "").split(";", 1).join().trim().toLowerCase();

/** Throws 400 for broken text, and what `readBytes` throws. */
export async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request);
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw new Refusal(400, "The text is not UTF-8");
  }
}

/** Throws 413 above 1 MB, 415 for an unknown compression, and 412 for a precondition. */
export async function readBytes(request: Request): Promise<Buffer> {
  refusePreconditions(request);
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of decompressedBody(request)) {
      size += chunk.byteLength;
      if (size > maxBodyBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    const isOfCompression = /^(Z_|ERR__ERROR_|ERR_BROTLI_)/.test(String((error as { code?: unknown }).code));
    throw isOfCompression ? new Refusal(400, "The body could not be decompressed") : error;
  }
  return Buffer.concat(chunks);
}

/** No row has an entity tag or a date, so these could only be ignored. */
const preconditions = ["If-Match", "If-None-Match", "If-Unmodified-Since"];

function refusePreconditions({ method, headers }: Request): void {
  const name = preconditions.find((precondition) => headers.has(precondition));
  if (!name) return;
  const isEdit = method === "PUT" || method === "PATCH";
  const advice = isEdit ? ": send the updatedAt that you read in the body" : "";
  throw new Refusal(412, `${name} is not supported${advice}`);
}

/** Streams at most 20 files; `surplus` names the others. Throws 415, 400 for an incomplete form, and 413. */
export async function readForm<Received = never>(
  request: Request,
  receive?: FileReceiver<Received>,
  maxFileBytes?: number,
): Promise<{ form: FormData; received: Received[]; surplus: string[] }> {
  const type = mediaTypeOf(request);
  if (type === "multipart/form-data") {
    refusePreconditions(request);
    return readMultipart(request, receive, maxFileBytes);
  }
  if (type !== "application/x-www-form-urlencoded") throw new Refusal(415, "Send this as a form");
  const form = new FormData();
  const fields = [...new URLSearchParams(await readText(request))];
  if (fields.length > maxFields) throw tooLarge();
  for (const [name, value] of fields) form.append(name, value);
  return { form, received: [], surplus: [] };
}

async function readMultipart<Received>(
  request: Request,
  receive: FileReceiver<Received> | undefined,
  maxFileBytes = maxBodyBytes,
) {
  refuseCompressed(request);
  if (!request.body) throw new Refusal(400, "The form arrived empty. Try again.");
  const form = new FormData();
  const pending: Promise<Received>[] = [];
  const streams: Readable[] = [];
  const surplus: string[] = [];
  let size = 0;
  const ending = new AbortController();
  const refuse = (error: unknown) => ending.abort(error);
  const countText = (bytes: number) => {
    size += bytes;
    if (size > maxBodyBytes) refuse(tooLarge());
  };
  const parser = createParser(request.headers.get("content-type") ?? "", maxFileBytes)
    .on("field", (name: string | undefined, value, nameTruncated, valueTruncated) => {
      if (name === undefined) return refuse(brokenForm());
      if (receive) countText(name.length + Buffer.byteLength(value));
      if (nameTruncated || valueTruncated) refuse(tooLarge());
      form.append(name, value);
    })
    .on("file", (field, stream, fileName) => {
      streams.push(stream);
      // The parser emits the error of a malformed form on each open file, even if the file is not read.
      stream.on("error", () => refuse(brokenForm()));
      // An empty file field is sent as a file without a name.
      if (!receive || !fileName) return void stream.resume();
      if (pending.length >= maxFilesAtOnce) {
        surplus.push(unescapedName(fileName));
        return void stream.resume();
      }
      const file = receive({ field, fileName: unescapedName(fileName), stream });
      file.catch(refuse);
      pending.push(file);
    })
    .on("fieldsLimit", () => refuse(tooLarge()))
    .on("partsLimit", () => refuse(tooLarge()));
  const source = Readable.fromWeb(request.body as ReadableStream);
  // Without files, all bytes count as text, including those before and after the parts.
  if (!receive) source.on("data", (chunk: Buffer) => countText(chunk.length));

  try {
    await pipeline(source, pacedUpload(), parser, { signal: ending.signal });
    return { form, received: await Promise.all(pending), surplus };
  } catch {
    // Before the streams are destroyed, because their receivers fail then.
    const reason: unknown = ending.signal.aborted ? ending.signal.reason : brokenForm();
    for (const stream of streams) stream.destroy();
    await Promise.allSettled(pending);
    throw reason;
  }
}

/** Browsers write these three characters of a name so. */
const unescapedName = (sent: string): string => sent.replace(/%(?:22|0D|0A)/gi, decodeURIComponent);

function createParser(type: string, fileSize: number) {
  try {
    return new Busboy({
      headers: { "content-type": type } as BusboyHeaders,
      // A slash may be part of a name.
      preservePath: true,
      limits: { fieldSize: maxBodyBytes, fields: maxFields, parts: maxFields + 100, fileSize },
    });
  } catch {
    throw brokenForm();
  }
}

const brokenForm = () => new Refusal(400, "The form arrived incomplete. Try again.");

/** Parsing and hashing a chunk takes time in which no page is sent: chunks of many uploads wait for each other. */
export const pacedUpload = () =>
  new Transform({
    transform(chunk, _encoding, passOn) {
      void yieldToEventLoop().then(() => passOn(null, chunk));
    },
  });

export type ReceivedFile = { bytes: Buffer; isTooLarge: boolean };

/** The rest of a file that is larger, and each file after the first, is read and dropped. */
export async function receiveSmallFile(request: Request, maxFileBytes: number) {
  let isFirst = true;
  const { form, received } = await readForm(
    request,
    async ({ stream }): Promise<ReceivedFile | undefined> => {
      if (!isFirst) return void stream.resume();
      isFirst = false;
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      return { bytes: Buffer.concat(chunks), isTooLarge: stream.truncated };
    },
    maxFileBytes,
  );
  return { form, file: received[0] };
}
