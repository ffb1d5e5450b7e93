import { expect, test } from "vitest";
import { hashPassword, isCommonPassword, passwordMatches } from "./password.server";

test("a password is kept as argon2id with 19 MiB, two passes and one lane", async () => {
  expect(await hashPassword("a quiet harbor")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("the same password has another hash each time, and matches both", async () => {
  const [first, second] = await Promise.all([hashPassword("a quiet harbor"), hashPassword("a quiet harbor")]);
  expect(first).not.toBe(second);
  expect(await passwordMatches("a quiet harbor", first)).toBe(true);
  expect(await passwordMatches("a quiet harbor", second)).toBe(true);
});

test.each(["A quiet harbor", "a quiet harbor ", "a quiet harbo", ""])(
  "%o is another password",
  async (other) => {
    expect(await passwordMatches(other, await hashPassword("a quiet harbor"))).toBe(false);
  },
);

test.each([null, undefined])("no password matches where there is none (%o)", async (stored) => {
  expect(await passwordMatches("", stored)).toBe(false);
  expect(await passwordMatches("a quiet harbor", stored)).toBe(false);
});

test("a common password is known in any case of letters", () => {
  expect(isCommonPassword("password1234")).toBe(true);
  expect(isCommonPassword("PassWord1234")).toBe(true);
  expect(isCommonPassword("a quiet harbor")).toBe(false);
});
