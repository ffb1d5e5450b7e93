import type { IncomingMessage } from "node:http";
import { constants } from "node:zlib";
import Negotiator from "negotiator";

/** Brotli first: its pages are a seventh smaller. */
const encodings = ["br", "gzip"] as const;

export type Encoding = (typeof encodings)[number];

/** With the default window of 4 MB, brotli takes 8 MB for each response of more than 64 KB; few have more than these 256 KB. */
export const brotliWindow = { [constants.BROTLI_PARAM_LGWIN]: 18 };

/**
 * Returns the encoding for a response, among those that it has; undefined if the client accepts none of them, as with
 * `br;q=0` (RFC 9110, 12.5.3).
 */
export function encodingFor(
  { headers }: Pick<IncomingMessage, "headers">,
  available: readonly Encoding[] = encodings,
): Encoding | undefined {
  const accepted = new Negotiator({ headers }).encodings(available);
  return available.find((encoding) => accepted.includes(encoding));
}
