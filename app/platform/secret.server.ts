import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "./env.server";

export const newToken = (): string => randomBytes(32).toString("base64url");

export const newIdempotencyKey = (): string => randomBytes(12).toString("base64url");

export const newNonce = (): string => randomBytes(16).toString("base64");

/** Only the hash is stored: the database contains no usable token. */
export const hashToken = (token: string): string => hash("sha256", token, "base64url");

const hmacWith = (secret: string, purpose: string, text: string) =>
  createHmac("sha256", secret).update(`${purpose}.${text}`).digest("base64url");

/** Only the servers can calculate it, and it reveals nothing about the text. */
export const hmac = (purpose: string, text: string): string => hmacWith(env.SESSION_SECRET[0], purpose, text);

/** Returns the HMACs of a text that are accepted: with every secret, as a new one must end no session. */
export const acceptedHmacs = (purpose: string, text: string): string[] =>
  env.SESSION_SECRET.map((secret) => hmacWith(secret, purpose, text));

function isTimingSafeEqual(actual: string, expected: string): boolean {
  const [actualBytes, expectedBytes] = [Buffer.from(actual), Buffer.from(expected)];
  return actualBytes.length === expectedBytes.length && timingSafeEqual(actualBytes, expectedBytes);
}

export const sign = (purpose: string, text: string, length?: number): string =>
  `${text}.${hmac(purpose, text).slice(0, length)}`;

export function verify(purpose: string, signed: string, length?: number): string | undefined {
  const end = signed.lastIndexOf(".");
  const text = signed.slice(0, Math.max(0, end));
  const actual = signed.slice(end + 1);
  const isSigned = acceptedHmacs(purpose, text).some((expected) =>
    isTimingSafeEqual(actual, expected.slice(0, length)),
  );
  return isSigned ? text : undefined;
}

/** A page can send it back unaltered; it is not encrypted. */
export const signToken = (purpose: string, value: object): string =>
  sign(purpose, Buffer.from(JSON.stringify(value)).toString("base64url"));

export function readSignedToken<Value>(purpose: string, token: string): Value | undefined {
  const text = verify(purpose, token);
  return text === undefined ? undefined : (JSON.parse(Buffer.from(text, "base64url").toString()) as Value);
}
