import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "redline-start-"));
  mkdirSync(join(folder, "build/server"), { recursive: true });
  writeFileSync(
    join(folder, "build/server/index.js"),
    "console.log(process.env.PORT, process.env.PROVIDER_NAME)",
  );
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Runs scripts/start.js in the folder, with PORT=4000 in the environment. */
function start() {
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve("scripts/start.js")], {
    cwd: folder,
    env: { PORT: "4000" },
    encoding: "utf8",
  });
  return { status, printed: stdout + stderr };
}

test("the server starts without a .env file", () => {
  expect(start()).toEqual({ status: 0, printed: "4000 undefined\n" });
});

test(".env is read, and the environment takes precedence", () => {
  writeFileSync(join(folder, ".env"), 'PORT=5000\nPROVIDER_NAME="Plan Check West"\n');
  expect(start()).toEqual({ status: 0, printed: "4000 Plan Check West\n" });
});

test("without a build the server exits with instructions", () => {
  rmSync(join(folder, "build"), { recursive: true });
  const { status, printed } = start();
  expect(status).toBe(1);
  expect(printed).toBe('Redline cannot start. It is not built in this folder: run "npm run build" first.\n');
});
