import { expect, test } from "vitest";
import { hashPassword, isCommonPassword, passwordMatches } from "./password.server";

test("a password is stored as argon2id with 19 MiB, two passes and one lane", async () => {
  expect(await hashPassword("a quiet harbor")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("the same password has a different hash each time, and matches both", async () => {
  const [first, second] = await Promise.all([hashPassword("a quiet harbor"), hashPassword("a quiet harbor")]);
  expect(first).not.toBe(second);
  expect(await passwordMatches("a quiet harbor", first)).toBe(true);
  expect(await passwordMatches("a quiet harbor", second)).toBe(true);
});

test.each(["A quiet harbor", "a quiet harbor ", "a quiet harbo", ""])(
  "%o is another password",
  async (password) => {
    expect(await passwordMatches(password, await hashPassword("a quiet harbor"))).toBe(false);
  },
);

test.each([null, undefined])("no password matches if none is stored (%o)", async (stored) => {
  expect(await passwordMatches("", stored)).toBe(false);
  expect(await passwordMatches("a quiet harbor", stored)).toBe(false);
});

test("a common password is recognized in upper and lower case", () => {
  expect(isCommonPassword("password1234")).toBe(true);
  expect(isCommonPassword("PassWord1234")).toBe(true);
  expect(isCommonPassword("a quiet harbor")).toBe(false);
});

test.each([
  "Sunshine-2026!!",
  "12345 dragon 12345",
  "Redline-2026!!",
  "urban37urban37",
  "Redline-demo2",
  "urban37-Summer!",
])("%o is common but for digits, signs and the words of the installation", (password) =>
  expect(isCommonPassword(password)).toBe(true),
);

test.each(["0123 4567 89", "redline harbors", "quiet2026harbor"])("%o is not common", (password) =>
  expect(isCommonPassword(password)).toBe(false),
);
