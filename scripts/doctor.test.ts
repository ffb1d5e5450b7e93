import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, describe, expect, test, vi } from "vitest";
import { startMailServer } from "../app/testing/mail-server";
import { newFolder } from "../app/testing/new-database";
import { checkDatabase } from "./doctor-database";
import { checkClock, checkDisk, checkPermissions, checkVersions } from "./doctor-machine";
import {
  checkAddress,
  checkBackup,
  checkBackupPlace,
  checkBackupPrograms,
  checkMail,
} from "./doctor-services";

vi.hoisted(() => void vi.stubEnv("MIN_FREE_MB", "1000"));

type Made = { state: string; about: string; found: string };
const said = (findings: Made[]) => findings.map(({ state, about, found }) => `${state} ${about}: ${found}`);

function run(settings: Record<string, string>, ...options: string[]) {
  const program = ["--import", "tsx", "scripts/doctor.ts", ...options];
  const environment = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings };
  return spawnSync(process.execPath, program, { encoding: "utf8", env: environment });
}

describe("npm run doctor", () => {
  test("without settings says which one is missing, in one line", () => {
    const { status, stdout, stderr } = run({});
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^The doctor cannot look at this installation\. Setting ORIGIN is missing: .+\n$/);
  });

  test("says what is wrong and what to do, and creates nothing", () => {
    const folder = join(newFolder(), "data");
    const { status, stdout } = run({
      ORIGIN: "http://127.0.0.1:9",
      SESSION_SECRET: "x".repeat(32),
      DATA_DIR: folder,
    });
    expect(status).toBe(1);
    expect(stdout).toContain("problem  Address: http://127.0.0.1:9 cannot be reached");
    expect(stdout).toContain("problem  Backup: None was made yet\n         Set BACKUP_DIR");
    expect(stdout).toMatch(/\n\d problems, \d warnings?\n$/);
    expect(existsSync(folder)).toBe(false);
  });
});

describe("the machine", () => {
  test.each([
    ["22.13.1", "problem"],
    ["22.14.0", "ok"],
    ["24.0.0", "ok"],
  ])("Node.js %s: %s", (version, state) => {
    expect(checkVersions(version).state).toBe(state);
  });

  test.each([
    [true, "ok"],
    [false, "warning"],
    [undefined, "ok"],
  ])("a clock that NTP keeps (%s): %s", (isSynchronized, state) => {
    expect(checkClock(() => isSynchronized).state).toBe(state);
  });

  const gigabyte = 1_000_000_000;
  const roomy = { free: 50 * gigabyte, total: 100 * gigabyte, freeInodes: 50_000, totalInodes: 100_000 };
  const ext4 = 0xef53;
  test.each<[string, object, number, boolean, string]>([
    ["a disk with room", {}, ext4, true, "ok ok"],
    ["a disk that is nearly full", { free: 1.5 * gigabyte }, ext4, true, "ok warning"],
    ["a disk without room for uploads", { free: 0.9 * gigabyte }, ext4, true, "ok problem"],
    ["few inodes", { freeInodes: 40 }, ext4, true, "ok warning"],
    ["a file system without inodes", { freeInodes: 0, totalInodes: 0 }, ext4, true, "ok ok"],
    ["SQLite on NFS", {}, 0x6969, true, "problem ok"],
    ["SQLite on SMB", {}, 0xfe534d42 | 0, true, "problem ok"],
    ["PostgreSQL with files on NFS", {}, 0x6969, false, "ok ok"],
  ])("%s", async (_, changes, type, hasSqlite, states) => {
    const findings = await checkDisk("/data", hasSqlite, async () => ({
      disk: { ...roomy, ...changes },
      type,
    }));
    expect(findings.map(({ state }) => state).join(" ")).toBe(states);
  });

  test("a data folder of the user who runs it, that others cannot read", async () => {
    const folder = join(newFolder(), "data");
    expect(said(await checkPermissions(folder))).toEqual([
      `problem Permissions: There is no folder ${folder}`,
    ]);
    mkdirSync(folder, { mode: 0o700 });
    expect((await checkPermissions(folder))[0]?.state).toBe("ok");
    expect((await checkPermissions(folder, 12345))[0]?.found).toContain("belongs to another user");
    chmodSync(folder, 0o755);
    expect((await checkPermissions(folder))[0]).toMatchObject({
      state: "warning",
      advice: `Run \`chmod o= ${folder}\`.`,
    });
  });
});

test("the database: none yet, an older one, a newer one, and one that is damaged", async () => {
  const folder = newFolder();
  const found = () => checkDatabase(folder, undefined, "drizzle").then(said);
  expect(await found()).toEqual(["warning Database: There is none yet"]);
  const database = new Database(join(folder, "redline.db"));
  database.exec("create table migrations (hash text primary key)");
  expect((await found())[0]).toMatch(
    /^ok Database: SQLite [\d.]+; the next start changes it to this version$/,
  );
  database.prepare("insert into migrations values ('unknown')").run();
  expect(await found()).toEqual(["problem Database: It belongs to a newer version of Redline"]);
  database.close();
  writeFileSync(join(folder, "redline.db"), "no database".repeat(100));
  expect((await found())[0]).toContain("problem Database: file is not a database");
});

describe("the address", () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  async function respond(listener: RequestListener): Promise<string> {
    const started = createServer(listener);
    server = started;
    await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
  }

  const responding = (readiness: string, headers: Record<string, string>, status = 200) =>
    respond(({ url }, response) => {
      response
        .writeHead(url === "/readyz" ? status : 401, url === "/readyz" ? {} : headers)
        .end(url === "/readyz" ? readiness : "");
    });

  const kept = { "Redline-Reference": "1" };
  test.each<[string, [string, Record<string, string>, number?], string[]]>([
    ["that responds", ["ready", kept], ["ok"]],
    ["of a server that is not ready", ["not ready", kept, 503], ["problem"]],
    ["of another program", ["<html>", kept], ["problem"]],
    [
      "behind a proxy that TRUSTED_PROXY does not name",
      ["ready\nTRUSTED_PROXY does not name the proxy", kept],
      ["ok", "problem"],
    ],
    ["behind a proxy that removes headers", ["ready", {}], ["ok", "problem"]],
  ])("%s", async (_, response, states) => {
    const findings = await checkAddress(await responding(...response));
    expect(findings.map(({ state }) => state)).toEqual(states);
  });
});

describe("mail", () => {
  test("without a mail server is a warning, and a problem if an email is to be sent", async () => {
    expect((await checkMail(undefined, undefined)).state).toBe("warning");
    expect((await checkMail(undefined, "a@example.gov")).state).toBe("problem");
  });

  test("is tried, with an email if there is an address", async () => {
    const server = await startMailServer();
    expect(await checkMail(server.url, undefined)).toMatchObject({
      state: "ok",
      found: "127.0.0.1 accepts connections",
    });
    expect(await checkMail(server.url, "dana@example.gov")).toMatchObject({ state: "ok" });
    expect(server.messages().join()).toContain("Subject: Redline can send emails");
    expect((await checkMail(server.url, "refused@example.gov")).found).toContain("550 no such user");
    await server.stop();
    expect((await checkMail(server.url, undefined)).found).toContain("ECONNREFUSED");
  });
});

describe("backups", () => {
  const at = "2026-11-28T10:00:00.000Z";
  const good = { endedAt: at, folder: "/backup/1", bytes: 1024, missing: 0 };
  test.each([
    ["none", undefined, at, "None was made yet"],
    ["a good one", { endedAt: at, error: null, good }, "2026-11-29T10:00:00Z", "/backup/1, database 1 KB"],
    ["an old one", { endedAt: at, error: null, good }, "2026-12-01T10:00:00Z", `The last one is of ${at}`],
    [
      "a failed one",
      { endedAt: at, error: "The disk is full", good: null },
      at,
      `The last one failed at ${at}: The disk is full; there is no good one`,
    ],
    [
      "missing files",
      { endedAt: at, error: null, good: { ...good, missing: 2 } },
      at,
      "/backup/1, database 1 KB; 2 files are missing in the data folder",
    ],
  ])("%s", (name, last, moment, found) => {
    expect(checkBackup(last, true, Date.parse(moment))).toMatchObject({
      found,
      state: name === "a good one" ? "ok" : "problem",
    });
  });

  test("on the disk of the data, or in no folder", async () => {
    const folder = newFolder();
    expect(await checkBackupPlace(folder, undefined)).toEqual([]);
    expect((await checkBackupPlace(folder, folder))[0]?.state).toBe("warning");
    expect((await checkBackupPlace(folder, join(folder, "none")))[0]?.state).toBe("problem");
    expect((await checkBackupPlace(folder, "/proc"))[0]?.state).toBe("ok");
    expect(await checkBackupPlace(join(folder, "none"), folder)).toEqual([]);
  });

  test("with PostgreSQL need its programs", () => {
    const url = "postgresql://127.0.0.1/redline";
    const onlyDump = (program: string) => (program === "pg_dump" ? "pg_dump (PostgreSQL) 17.2" : undefined);
    expect(checkBackupPrograms(undefined, () => undefined)).toEqual([]);
    expect(said(checkBackupPrograms(url, () => "pg_dump (PostgreSQL) 17.2"))).toEqual([
      "ok Backup programs: pg_dump (PostgreSQL) 17.2",
    ]);
    expect(said(checkBackupPrograms(url, onlyDump))).toEqual([
      "problem Backup programs: pg_restore, psql cannot be run",
    ]);
  });
});
