import { expect, test } from "vitest";
import { timeLeft } from "./time-left";

const megabyte = 1024 * 1024;

test.each([
  [0, 3, 8, ""],
  [8, 10, 0, "less than a minute left"],
  [8, 10, 40, "less than a minute left"],
  [8, 60, 8, "about 1 minute left"],
  [8, 60, 20, "about 3 minutes left"],
  [8, 160, 192, "about 64 minutes left"],
  [8, 160, 600, "about 3 hours left"],
])("after %d MB in %d s, with %d MB to send: %j", (sent, seconds, remaining, expected) => {
  expect(timeLeft(sent * megabyte, seconds, remaining * megabyte)).toBe(expected);
});
