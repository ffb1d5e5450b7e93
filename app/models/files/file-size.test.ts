import { expect, test } from "vitest";
import { fileSize } from "./file-size";

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [1023, "1023 bytes"],
  [1024, "1 KB"],
  [340 * 1024, "340 KB"],
  [1024 * 1024 - 1, "1.0 MB"],
  [8.4 * 1024 * 1024, "8.4 MB"],
  [10 * 1024 * 1024, "10.0 MB"],
  [1.25 * 1024 ** 3, "1.3 GB"],
])("%d bytes are shown as %s", (bytes, expected) => {
  expect(fileSize(bytes)).toBe(expected);
});
