import type { IncomingMessage } from "node:http";
import { pipeline, Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import Negotiator from "negotiator";
import { Refusal } from "~/models/refusal";

const encodings = ["br", "gzip"] as const;

export type Encoding = (typeof encodings)[number];

/** With a window of 4 MB, brotli takes 8 MB for each response; few have more than these 256 KB. */
export const brotliWindow = { [constants.BROTLI_PARAM_LGWIN]: 18 };

/** Returns undefined if the client accepts none of them, as with `br;q=0` (RFC 9110, 12.5.3). */
export function encodingFor(
  { headers }: Pick<IncomingMessage, "headers">,
  available: readonly Encoding[] = encodings,
): Encoding | undefined {
  const accepted = new Negotiator({ headers }).encodings(available);
  return available.find((encoding) => accepted.includes(encoding));
}

const decoders: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const contentEncodingOf = ({ headers }: Request): string =>
  headers.get("content-encoding")?.trim().toLowerCase() || "identity";

export function decompressedBody(request: Request): AsyncIterable<Uint8Array> | Uint8Array[] {
  const encoding = contentEncodingOf(request);
  if (!request.body || encoding === "identity") return request.body ?? [];
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding]?.() : undefined;
  if (!decoder) throw unknownEncoding("gzip, deflate, br");
  const source = Readable.fromWeb(request.body as ReadableStream);
  // The reader of the decoder gets its error.
  return pipeline(source, decoder, () => undefined);
}

/** Throws 415 for a compressed body: files are compressed already. */
export function refuseCompressed(request: Request): void {
  if (contentEncodingOf(request) !== "identity") throw unknownEncoding("identity");
}

function unknownEncoding(accepted: string): Refusal {
  const refusal = new Refusal(415, `The Content-Encoding is not supported here; accepted: ${accepted}`);
  refusal.headers.set("Accept-Encoding", accepted);
  return refusal;
}
