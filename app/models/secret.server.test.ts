import { expect, test } from "vitest";
import { hashToken, newToken, readSignedToken, signToken } from "./secret.server";

test("each token is 32 different random bytes", () => {
  const tokens = Array.from({ length: 100 }, newToken);
  expect(new Set(tokens).size).toBe(100);
  expect(tokens.every((token) => Buffer.from(token, "base64url").length === 32)).toBe(true);
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
