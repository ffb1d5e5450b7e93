import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "./test-server";

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

test("installed by once, which names no address, it is up and asks for one", async () => {
  const port = await freePort();
  const server = spawn(process.execPath, [resolve("scripts/start.js")], {
    cwd: folder,
    env: { PORT: String(port), SECRET_KEY_BASE: "5ca1ab1e".repeat(8) },
  });
  try {
    const [line] = await once(server.stderr, "data");
    expect(String(line)).toContain("Redline waits: ORIGIN is missing.");
    const statuses = ["/up", "/", "/upload"].map(
      async (path) => (await fetch(`http://localhost:${port}${path}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 503, 503]);
    const page = await fetch(`http://localhost:${port}/`);
    expect(await page.text()).toContain(`Set ORIGIN=https://localhost:${port} in its environment`);
    expect(page.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  } finally {
    server.kill();
  }
  expect(await once(server, "exit")).toEqual([0, null]);
});

test("with its address it starts", () => {
  writeFileSync(join(folder, ".env"), "SECRET_KEY_BASE=a\nORIGIN=https://permits.example.gov\n");
  expect(start()).toEqual({ status: 0, printed: "4000 undefined\n" });
});
