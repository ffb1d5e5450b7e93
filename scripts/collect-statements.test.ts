import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

// The separate process has a small young generation, so that objects are collected often. With better-sqlite3 12
// on Node.js 24 it ends with SIGABRT: RemoveEnvironmentCleanupHook, (env) != nullptr.
test("20,000 statements are garbage-collected while a server runs", () => {
  const { stdout, stderr, signal } = spawnSync(
    process.execPath,
    ["--max-semi-space-size=1", "--expose-gc", "--import", "tsx", "scripts/collect-statements.ts"],
    { encoding: "utf8" },
  );
  expect({ stdout, signal }, stderr).toEqual({
    stdout: "20000 created, 200 of 200 collected\n",
    signal: null,
  });
});
