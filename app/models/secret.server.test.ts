import { expect, test } from "vitest";
import { hashToken, newToken, signToken, readSignedToken } from "./secret.server";

test("a token is 32 random bytes, each time others", () => {
  const tokens = Array.from({ length: 100 }, newToken);
  expect(new Set(tokens).size).toBe(100);
  expect(tokens.every((token) => Buffer.from(token, "base64url").length === 32)).toBe(true);
});

test("the hash of a token is always the same, and is not the token", () => {
  expect(hashToken("token")).toBe(hashToken("token"));
  expect(hashToken("token")).not.toBe(hashToken("Token"));
  expect(hashToken("token")).not.toContain("token");
});

test("what was sealed comes back as it was", () => {
  const value = { name: "Süd & Co", size: 7, until: null };
  expect(readSignedToken("test", signToken("test", value))).toEqual(value);
});

const sealed = signToken("test", { userId: 1 });
const [text = "", signature = ""] = sealed.split(".");
const other = Buffer.from(JSON.stringify({ userId: 2 })).toString("base64url");

test.each([
  ["nothing", ""],
  ["no signature", text],
  ["an empty signature", `${text}.`],
  ["another content", `${other}.${signature}`],
  ["another signature", `${text}.${"A".repeat(signature.length)}`],
  ["a shortened signature", sealed.slice(0, -1)],
  ["the signature of another text", `${text}.${signToken("test", { userId: 2 }).split(".")[1]}`],
  ["another purpose", signToken("other", { userId: 1 })],
  ["a letter too many in front", `A${sealed}`],
  ["a letter too many at the end", `${sealed}A`],
  ["a part too many", `${sealed}.more`],
])("a signToken with %s is not believed", (_, altered) => {
  expect(readSignedToken("test", altered)).toBeUndefined();
});
