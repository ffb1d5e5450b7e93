import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

// In a process of its own, with little room for young objects, so that they are collected often. With
// better-sqlite3 12 on Node.js 24 it ends by SIGABRT: RemoveEnvironmentCleanupHook, (env) != nullptr.
it("collects 20,000 statements while it answers requests", () => {
  const { stdout, stderr, signal } = spawnSync(
    process.execPath,
    ["--max-semi-space-size=1", "--expose-gc", "--import", "tsx", "scripts/collect-statements.ts"],
    { encoding: "utf8" },
  );
  expect({ stdout, signal }, stderr).toEqual({
    stdout: "20000 made, 200 of 200 seen collected\n",
    signal: null,
  });
});
