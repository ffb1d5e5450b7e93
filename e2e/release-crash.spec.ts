import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, watch } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { APIRequestContext } from "@playwright/test";
import Database from "better-sqlite3";
import { startServer, type TestServer } from "../scripts/test-server";
import { expect, formOf, plans, test } from "./journey";
import { permitOf, prepareRelease, write } from "./plan-check";
import { administratorProgram, isConnectionLost } from "./sign-in";

/** KILL_ROUNDS=200 runs more rounds than usual. */
const rounds = Number(process.env.KILL_ROUNDS ?? 5);

/** The steps after which the server is killed, one in each round, and how long after it at most, in milliseconds. */
const kills = [
  { after: "sent", within: 1500 },
  { after: "announced", within: 4 },
  { after: "stored", within: 20 },
  { after: "written", within: 3 },
  { after: "acknowledged", within: 10 },
] as const;
type Kill = (typeof kills)[number];
type Step = Kill["after"];

type Release = {
  permitId: string;
  address: string;
  data: object;
  /** All that the release changes, before it. */
  before: Rows;
  acknowledged?: { id: number };
};

/** Prepares the release of a letter with a correction, a note and a marked-up file. */
async function makeRelease(program: APIRequestContext, folder: string): Promise<Release> {
  const requester = { request: program };
  const { id: permitId, address: permit } = await permitOf(requester);
  await write(program, permitId, "Show the header over the opening.");
  await write(program, permitId, "See the standard details.", { kind: "note" });
  const multipart = formOf({ reviewCycle: "PC1", origin: "marked_up" }, [plans.pdf("marked up.pdf")]);
  expect((await program.post(`/api${permit}/files`, { multipart })).status()).toBe(201);
  const { address, data } = await prepareRelease(requester, permitId);
  const form = { coverNote: "Please call first.", formKey: `the-release-of-permit-${permitId}` };
  return { permitId, address, data: { ...data, ...form }, before: rowsOf(folder, permitId) };
}

/** Calls `onStep` for each step of a release that shows in the data folder. */
function watchRelease(folder: string, onStep: (step: Step) => void): () => void {
  let isStored = false;
  const watchers = [
    watch(join(folder, "files"), { recursive: true }, () => {
      isStored = true;
      onStep("stored");
    }),
    // The file is announced in the database before it is stored.
    watch(join(folder, "redline.db-wal"), () => onStep(isStored ? "written" : "announced")),
  ];
  return () => {
    for (const watcher of watchers) watcher.close();
  };
}

/** Sends releases at the same time, and kills the server a random time after a step of one of them. */
async function releaseUntilKilled(
  program: APIRequestContext,
  server: TestServer,
  releases: Release[],
  { after, within }: Kill,
) {
  let killed: Promise<void> | undefined;
  const onStep = (step: Step) => {
    if (step === after) killed ??= pause(Math.random() * within).then(server.kill);
  };
  const stopWatching = watchRelease(server.dataFolder, onStep);
  const sent = releases.map(async (release) => {
    try {
      const response = await program.post(release.address, { data: release.data });
      expect(response.status(), await response.text()).toBe(201);
      release.acknowledged = await response.json();
      onStep("acknowledged");
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
  });
  onStep("sent");
  await Promise.all(sent).finally(stopWatching);
  await (killed ?? server.kill());
}

type LetterRow = { id: number; key: string; hash: string; size: number };
type Rows = ReturnType<typeof rowsOf>;

/** Reads the database of a folder. */
function read<Result>(folder: string, query: (database: Database.Database) => Result): Result {
  const database = new Database(join(folder, "redline.db"), { readonly: true });
  try {
    return query(database);
  } finally {
    database.close();
  }
}

const permitNumber = "(select urban37_permit_number from permits where id = ?)";

/** Returns all that the release of a permit's letter changes. */
function rowsOf(folder: string, permitId: string) {
  return read(folder, (database) => {
    const rows = (query: string) => database.prepare(query).all(permitId);
    const values = (query: string) => database.prepare(query).pluck().all(permitId);
    return {
      letters: rows(
        "select id, file_key key, sha256 hash, byte_size size from letters where permit_id = ?",
      ) as LetterRow[],
      planCheck: rows(
        "select state, outcome, released_by_name by, released_at is not null isReleased from plan_checks where permit_id = ?",
      ),
      status: values("select status from permits where id = ?"),
      corrections: values("select first_letter_id from corrections where permit_id = ?"),
      markedUp: values("select letter_id from plan_files where permit_id = ?"),
      changes: values(
        `select action from audit_events where action = 'letter.released' and changes ->> '$.number' = ${permitNumber} || '-PC1'`,
      ),
      statusChanges: values(
        "select changes -> '$.status' from audit_events where action = 'permit.updated' and subject_id = ? and changes -> '$.status' is not null",
      ),
      emails: values(
        `select to_address from mail_outbox where subject like 'Corrections required: ' || ${permitNumber} || ',%' order by 1`,
      ),
    };
  });
}

/** The users of a permit's city, who each get an email. */
const cityUsers = (folder: string, permitId: string) =>
  read(folder, (database) =>
    database
      .prepare(
        "select email from users where city_id = (select city_id from permits where id = ?) order by 1",
      )
      .pluck()
      .all(permitId),
  );

const pathOfFile = (folder: string, key: string) =>
  join(folder, "files", key.slice(0, 2), key.slice(2, 4), key);

/** Checks that all of a release was stored, or nothing. Returns its letter. */
async function expectWhole(folder: string, reader: APIRequestContext, { permitId, before }: Release) {
  const rows = rowsOf(folder, permitId);
  const [letter] = rows.letters;
  if (!letter) {
    expect(rows).toEqual(before);
    return undefined;
  }
  const { id, key, hash, size } = letter;
  const emails = cityUsers(folder, permitId);
  expect(emails).toHaveLength(2);
  expect(rows).toEqual({
    letters: [letter],
    planCheck: [{ state: "released", outcome: "corrections_required", by: "Dana Park", isReleased: 1 }],
    status: ["resubmittal_required"],
    corrections: [id, id],
    markedUp: [id],
    changes: ["letter.released"],
    statusChanges: ['["in_process","resubmittal_required"]'],
    emails,
  });
  const pdf = readFileSync(pathOfFile(folder, key));
  expect([createHash("sha256").update(pdf).digest("hex"), pdf.length]).toEqual([hash, size]);
  expect(pdf.equals(await (await reader.get(`/api/letters/${id}/download`)).body())).toBe(true);
  return letter;
}

/** Checks a release after the server was killed, sends it once more, and returns the step that it had reached. */
async function expectOneLetter(folder: string, reader: APIRequestContext, release: Release): Promise<string> {
  const { address, data, acknowledged } = release;
  const letter = await expectWhole(folder, reader, release);
  if (acknowledged) expect(letter?.id).toBe(acknowledged.id);
  const isStored = orphansIn(folder).length > 0;
  const response = await reader.post(address, { data });
  expect(response.status(), await response.text()).toBe(201);
  const released = await expectWhole(folder, reader, release);
  expect(released).toEqual(letter ?? expect.objectContaining({ id: (await response.json()).id }));
  if (letter) return acknowledged ? "acknowledged" : "written, not acknowledged";
  return isStored ? "stored, not written" : "not stored";
}

const storedFiles = (folder: string) =>
  readdirSync(join(folder, "files"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

/** Returns the files that no row refers to. */
function orphansIn(folder: string): string[] {
  const tables = ["letters", "plan_files", "staged_files"];
  const keys = tables.map((table) => `select file_key from ${table}`).join(" union ");
  const referenced = new Set(read(folder, (database) => database.prepare(keys).pluck().all()));
  return storedFiles(folder).filter((name) => !referenced.has(name));
}

/** Lets a day pass for the files that no row has taken. */
function letDayPass(folder: string) {
  const database = new Database(join(folder, "redline.db"));
  database.prepare("update files_to_remove set keep_until = null").run();
  database.close();
}

test("a server that is killed while it releases a letter has released all of it or nothing", async ({
  playwright,
}) => {
  test.setTimeout(rounds * 100_000);
  const folder = await mkdtemp(join(tmpdir(), "redline-killed-"));
  await cp(String(process.env.E2E_TEMPLATE), folder, { recursive: true });
  let server = await startServer(folder);
  let program = await administratorProgram(playwright.request, server.url);
  const reached = new Map<string, number>();
  try {
    for (let round = 0; round < rounds; round += 1) {
      const releases = [await makeRelease(program, folder), await makeRelease(program, folder)];
      await releaseUntilKilled(program, server, releases, kills[round % kills.length] ?? kills[0]);
      await program.dispose();

      server = await startServer(folder);
      program = await administratorProgram(playwright.request, server.url);
      expect(read(folder, (database) => database.pragma("quick_check", { simple: true }))).toBe("ok");
      expect(read(folder, (database) => database.pragma("foreign_key_check"))).toEqual([]);
      for (const release of releases) {
        const step = await expectOneLetter(folder, program, release);
        reached.set(step, (reached.get(step) ?? 0) + 1);
      }
    }
    await program.dispose();
    await server.stop();
    const steps = [...reached, ["left without a row", orphansIn(folder).length]];
    test.info().annotations.push({ type: "steps", description: steps.map(String).join("; ") });

    letDayPass(folder);
    server = await startServer(folder);
    await expect.poll(() => orphansIn(folder)).toEqual([]);
    const keys = read(folder, (database) => database.prepare("select file_key from letters").pluck().all());
    for (const key of keys) expect(existsSync(pathOfFile(folder, String(key)))).toBe(true);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
