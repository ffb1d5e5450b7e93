import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "~/env.server";

/** Returns 32 random bytes, for example for a session or an invitation. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** Returns a random idempotency key for a form. It is not secret. */
export const newIdempotencyKey = (): string => randomBytes(12).toString("base64url");

/** Returns the hash of a token. Only the hash is stored, so the database contains no usable token. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

const signature = (text: string) => createHmac("sha256", env.SESSION_SECRET).update(text).digest("base64url");

/** Returns the HMAC of a text for one purpose. Only this server can calculate it, and it reveals nothing about the text. */
export const hmac = (purpose: string, text: string): string => signature(`${purpose}.${text}`);

/** Compares two texts in a time that does not depend on how much of them is equal. */
export function isTimingSafeEqual(actual: string, expected: string): boolean {
  const [actualBytes, expectedBytes] = [Buffer.from(actual), Buffer.from(expected)];
  return actualBytes.length === expectedBytes.length && timingSafeEqual(actualBytes, expectedBytes);
}

/** Returns a signed token with a value, for one purpose. A page can send it back unaltered; it is not encrypted. */
export function signToken(purpose: string, value: object): string {
  const text = Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${text}.${signature(`${purpose}.${text}`)}`;
}

/** Returns the value of a signed token; undefined if it was altered or signed for another purpose. */
export function readSignedToken<Value>(purpose: string, token: string): Value | undefined {
  const [text = "", actual = "", ...rest] = token.split(".");
  if (rest.length > 0 || !isTimingSafeEqual(actual, signature(`${purpose}.${text}`))) return undefined;
  return JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as Value;
}
