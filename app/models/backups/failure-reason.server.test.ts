import { expect, test } from "vitest";
import { failureReason } from "./failure-reason.server";

test.each([
  ["ENOSPC", "write", "/backup/x", "The disk of /backup is full"],
  ["EACCES", "mkdir", "/backup/x", "/backup cannot be written (EACCES)"],
  [
    "EROFS",
    "mkdir",
    "/backup/x",
    "/backup cannot be written (EROFS): the service needs it in ReadWritePaths",
  ],
  ["EIO", "read", "/data/redline.db", "/data/redline.db cannot be read (EIO)"],
])("%s of %s at %s: %s", (code, syscall, path, reason) => {
  expect(failureReason(Object.assign(new Error(), { code, syscall, path }), "/backup")).toBe(reason);
});
