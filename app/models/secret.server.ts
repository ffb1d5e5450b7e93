import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "~/env.server";

/** 32 random bytes for a session or an invitation. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** The one-time key of a form: it tells posts apart, and is no secret. */
export const newIdempotencyKey = (): string => randomBytes(12).toString("base64url");

/** What is stored of a token: whoever reads the database can not use it. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

const signature = (text: string) => createHmac("sha256", env.SESSION_SECRET).update(text).digest("base64url");

/** What only this server can make of a text, for one purpose; whoever sees it learns nothing of the text. */
export const hmac = (purpose: string, text: string): string => signature(`${purpose}.${text}`);

/** Whether a text that came is the expected one, without telling by the time it takes how much of it is. */
export function isTimingSafeEqual(given: string, expected: string): boolean {
  const [actual, wanted] = [Buffer.from(given), Buffer.from(expected)];
  return actual.length === wanted.length && timingSafeEqual(actual, wanted);
}

/** A value that can pass through a page and come back unaltered, for one purpose; it is signed, not hidden. */
export function signToken(purpose: string, value: object): string {
  const text = Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${text}.${signature(`${purpose}.${text}`)}`;
}

/** What was sealed for a purpose, or undefined when it was altered. */
export function readSignedToken<Value>(purpose: string, sealed: string): Value | undefined {
  const [text = "", given = "", ...rest] = sealed.split(".");
  if (rest.length > 0 || !isTimingSafeEqual(given, signature(`${purpose}.${text}`))) return undefined;
  return JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as Value;
}
