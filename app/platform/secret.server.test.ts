import * as crypto from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { env } from "./env.server";
import {
  hashToken,
  hmac,
  newIdempotencyKey,
  newNonce,
  newToken,
  readSignedToken,
  sign,
  signToken,
  verify,
} from "./secret.server";

vi.mock("node:crypto", async (original) => {
  const { timingSafeEqual, ...others } = await original<typeof crypto>();
  return { ...others, timingSafeEqual: vi.fn(timingSafeEqual) };
});

test("each token is 32 different random bytes", () => {
  const tokens = Array.from({ length: 100 }, newToken);
  expect(new Set(tokens).size).toBe(100);
  expect(tokens.every((token) => Buffer.from(token, "base64url").length === 32)).toBe(true);
});

test("nonces and idempotency keys have 16 and 12 random bytes, which are never returned again", () => {
  const [nonces, keys]: [Buffer[], Buffer[]] = [[], []];
  for (let count = 0; count < 2000; count += 1) {
    nonces.push(Buffer.from(newNonce(), "base64"));
    keys.push(Buffer.from(newIdempotencyKey(), "base64url"));
  }
  expect(new Set(nonces.map(({ length }) => length))).toEqual(new Set([16]));
  expect(new Set(keys.map(({ length }) => length))).toEqual(new Set([12]));
  // Neither a whole one nor half of one comes back.
  const parts = [...nonces, ...keys].flatMap((bytes) => [bytes.subarray(0, 6), bytes.subarray(6, 12)]);
  expect(new Set(parts.map((bytes) => bytes.toString("hex"))).size).toBe(parts.length);
  expect(parts.filter((bytes) => bytes.every((byte) => byte === 0))).toEqual([]);
});

test("the hash of a token is always the same, and differs from the token", () => {
  expect(hashToken("token")).toBe(hashToken("token"));
  expect(hashToken("token")).not.toBe(hashToken("Token"));
  expect(hashToken("token")).not.toContain("token");
});

test("a signed token returns its value unchanged", () => {
  const value = { name: "Süd & Co", size: 7, until: null };
  expect(readSignedToken("test", signToken("test", value))).toEqual(value);
});

const signed = signToken("test", { userId: 1 });
const [text = "", signature = ""] = signed.split(".");
const other = Buffer.from(JSON.stringify({ userId: 2 })).toString("base64url");

test.each([
  ["no text", ""],
  ["no signature", text],
  ["an empty signature", `${text}.`],
  ["another value", `${other}.${signature}`],
  ["another signature", `${text}.${"A".repeat(signature.length)}`],
  ["a shortened signature", signed.slice(0, -1)],
  ["the signature of another text", `${text}.${signToken("test", { userId: 2 }).split(".")[1]}`],
  ["another purpose", signToken("other", { userId: 1 })],
  ["an additional letter at the beginning", `A${signed}`],
  ["an additional letter at the end", `${signed}A`],
  ["an additional part", `${signed}.more`],
])("a signed token with %s is rejected", (_, altered) => {
  expect(readSignedToken("test", altered)).toBeUndefined();
});

test("signatures are compared in constant time", () => {
  vi.mocked(crypto.timingSafeEqual).mockClear();
  const wrong = "A".repeat(43);
  expect(verify("test", `text.${wrong}`)).toBeUndefined();
  expect(crypto.timingSafeEqual).toHaveBeenCalledExactlyOnceWith(Buffer.from(wrong), expect.any(Buffer));
});

describe("a new secret", () => {
  const earlier = env.SESSION_SECRET;
  const [old] = earlier;
  const next = "the next secret, which is long enough";
  afterEach(() => {
    env.SESSION_SECRET = earlier;
  });

  test("that comes first signs, and the old one is accepted until it is removed", () => {
    const [before, length] = [sign("test", "a text"), 22];
    const shortBefore = sign("test", "a text", length);
    env.SESSION_SECRET = [next, old];
    expect(verify("test", before)).toBe("a text");
    expect(verify("test", shortBefore, length)).toBe("a text");
    expect(readSignedToken("test", signed)).toEqual({ userId: 1 });
    const after = sign("test", "a text");
    env.SESSION_SECRET = [next];
    expect(verify("test", after)).toBe("a text");
    expect(verify("test", before)).toBeUndefined();
    expect(verify("test", shortBefore, length)).toBeUndefined();
    expect(readSignedToken("test", signed)).toBeUndefined();
  });

  test("that comes last is accepted and does not sign, so that servers can get it one after another", () => {
    const before = hmac("test", "a text");
    env.SESSION_SECRET = [next];
    const ofServerWithNext = sign("test", "a text");
    env.SESSION_SECRET = [old, next];
    expect(hmac("test", "a text")).toBe(before);
    expect(verify("test", ofServerWithNext)).toBe("a text");
  });

  test("does not accept the signature of another text or purpose, whichever secret it is", () => {
    env.SESSION_SECRET = [next, old];
    for (const secret of [next, old]) {
      env.SESSION_SECRET = [secret];
      const [text, signature] = sign("test", "a-text").split(".");
      env.SESSION_SECRET = [next, old];
      expect(verify("test", `another-text.${signature}`)).toBeUndefined();
      expect(verify("other", `${text}.${signature}`)).toBeUndefined();
    }
  });
});

test.each([
  "",
  ".",
  "..",
  "text",
  "text.",
  ".signature",
  "text.é",
  `text.${"A".repeat(43)}`,
  `text.${"é".repeat(43)}`,
])("%o is not signed, and is refused without an error", (garbage) => {
  expect(verify("test", garbage)).toBeUndefined();
  expect(verify("test", garbage, 22)).toBeUndefined();
});

test("a signature has its whole length: a part of it is refused", () => {
  const whole = sign("test", "text");
  for (let length = 0; length < 43; length += 1) {
    expect(verify("test", `text.${hmac("test", "text").slice(0, length)}`)).toBeUndefined();
  }
  expect(verify("test", whole)).toBe("text");
  expect(verify("test", whole, 22)).toBeUndefined();
  expect(verify("test", sign("test", "text", 22))).toBeUndefined();
});
