import { afterEach, describe, expect, test, vi } from "vitest";
import { keyAddress, newKey, newRecoveryCode, plainCode, stepOfCode } from "./one-time-code.server";

afterEach(() => void vi.useRealTimers());

const setSeconds = (seconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: seconds * 1000 });

/** "12345678901234567890", as in RFC 6238, appendix B. Its codes have eight digits, of which these are the last six. */
const key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
])("%i seconds after 1970 the code of RFC 6238 is %s", (seconds, code) => {
  setSeconds(seconds);
  expect(stepOfCode(key, code)).toBe(Math.floor(seconds / 30));
});

describe("a code", () => {
  const code = "050471";
  const step = Math.floor(1111111111 / 30);
  const start = step * 30;

  test.each([
    ["of the step before", start - 30],
    ["at the end of the step before", start - 1],
    ["at the end of its step", start + 29],
    ["of the step after", start + 30],
    ["at the end of the step after", start + 59],
  ])("is accepted %s", (_, seconds) => {
    setSeconds(seconds);
    expect(stepOfCode(key, code)).toBe(step);
  });

  test.each([start - 31, start + 60])("is refused two steps away, at %i", (seconds) => {
    setSeconds(seconds);
    expect(stepOfCode(key, code)).toBeNull();
  });

  test.each(["050472", "50471", "", "0504710", "abcdef"])("%o is wrong", (wrong) => {
    setSeconds(start);
    expect(stepOfCode(key, wrong)).toBeNull();
  });
});

test("a key has 160 bits and a recovery code 120, and each is another", () => {
  expect(newKey()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newRecoveryCode()).toMatch(/^[A-Z2-7]{24}$/);
  expect(new Set(Array.from({ length: 100 }, newKey)).size).toBe(100);
});

test("an app reads the account and the key", () => {
  const url = new URL(keyAddress(key, "ann@city.test"));
  expect(decodeURIComponent(url.pathname)).toContain("Redline (Urban37):ann@city.test");
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    secret: key,
    issuer: "Redline (Urban37)",
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
});

test.each([
  ["050 471", "050471"],
  ["abcd-efgh 0123 4567 abcd efgh", "ABCDEFGHOI234567ABCDEFGH"],
])("%o is typed for %s", (typed, code) => {
  expect(plainCode(typed)).toBe(code);
});
