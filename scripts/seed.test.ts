import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "redline-seed-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

const command = ["--import", "tsx", "scripts/seed.ts", "--into"];

const { DATABASE_URL: _, ...environment } = process.env;

/** Runs the command to its end, into `data` in the test's folder. */
function seed(...options: string[]) {
  return seedIn(environment, ...options);
}

function seedIn(env: NodeJS.ProcessEnv, ...options: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...command, join(folder, "data"), ...options],
    { encoding: "utf8", env },
  );
  return { status, stdout, stderr };
}

test.each([
  [[], "--permits must be a whole number of 1 or more"],
  [["--permits", "1.5"], "--permits must be a whole number of 1 or more"],
  [["--permits", "many"], "--permits must be a whole number of 1 or more"],
  [["--permits", "5", "--today", "2026-02-30"], "--today must be a date such as 2026-11-21"],
  [["--permit", "5"], "Unknown option '--permit'"],
])("%j is refused in one line, and creates nothing", (options, message) => {
  const { status, stderr } = seed(...options);
  expect(status).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr).toContain("Usage: npm run seed -- --permits 1000000 [--today 2026-11-21] [--into folder]");
  expect(stderr.trim().split("\n").length).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test("a PostgreSQL database is refused in one line", () => {
  const settings = { ...environment, DATABASE_URL: "postgresql://localhost/redline" };
  const { status, stdout, stderr } = seedIn(settings, "--permits", "7");
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toBe("npm run seed fills a new SQLite database only: run it without DATABASE_URL\n");
  expect(readdirSync(folder)).toEqual([]);
});

test("an interrupted command leaves nothing", async () => {
  expect(await interrupt("SIGTERM")).toEqual([]);
});

test("a killed command leaves nothing that looks finished, and the next one removes it", async () => {
  expect(await interrupt("SIGKILL")).toEqual(["data.seeding"]);

  const { status, stdout } = seed("--permits", "7", "--today", "2026-11-21");
  expect(status).toBe(0);
  expect(stdout).toMatch(/^7 of 7 permits, \d MB$/m);
  expect(stdout).toMatch(
    /^7 permits in \S+data, \d MB, in [\d.]+ s with [\d.]+ s of CPU and \d+ MB of memory$/m,
  );
  expect(readdirSync(folder)).toEqual(["data"]);

  const again = seed("--permits", "7");
  expect(again).toMatchObject({ status: 1, stdout: "" });
  expect(again.stderr).toBe(`The database in ${join(folder, "data")} already has users\n`);
});

/** Sends a signal to the command after its first line, and returns what is in the test's folder at its end. */
async function interrupt(signal: NodeJS.Signals): Promise<string[]> {
  const child = spawn(process.execPath, [...command, join(folder, "data"), "--permits", "100000"], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    expect(line).toContain(" of 100,000 permits, ");
    expect(existsSync(join(folder, "data"))).toBe(false);
    child.kill(signal);
    break;
  }
  await ended;
  return readdirSync(folder);
}
