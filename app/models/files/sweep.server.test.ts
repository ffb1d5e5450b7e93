import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq, inArray } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { env } from "~/platform/env.server";
import { maxRowsBetweenYields, observingTurns } from "~/testing/event-loop-turns";
import { plansOf } from "~/testing/statements";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { readPermit } from "../permits/permit-scope.server";
import { addPlanFiles, deletePlanFile, listPlanFiles } from "../permits/plan-file.server";
import { planFiles, storedContents } from "../tables.server";
import { contentPath, hasContent, type StoredFile, storeBytes } from "./plan-file-store.server";
import { insertMissingContentRows, sweep } from "./sweep.server";

const filesFolder = join(env.DATA_DIR, "files");
const incomingFolder = join(filesFolder, "incoming");
const day = 24 * 60 * 60 * 1000;
const tomorrow = () => Date.now() + day + 60_000;

const stored = async (text: string): Promise<StoredFile> => ({
  ...(await storeBytes(Buffer.from(`%PDF-1.7 ${text}`))),
  fileName: "plan.pdf",
  kind: "pdf",
});

/** Writes a file as an earlier version did, which no row knows. */
function writeUnknown(hash: string): string {
  mkdirSync(join(contentPath(hash), ".."), { recursive: true });
  writeFileSync(contentPath(hash), "%PDF-1.7");
  return hash;
}

let made = 0;
const nextHash = () => String(++made).padStart(64, "0");
const rowOf = async (name: string) =>
  (await db.select().from(storedContents).where(eq(storedContents.name, name)))[0];

async function attached() {
  const administrator = await makeViewer("admin");
  const { id } = await makePermit(administrator, (await makeCity()).id);
  const file = await stored(`attached ${id}`);
  await addPlanFiles(administrator, id, { reviewCycle: "PC1", files: [file] });
  const [row] = await listPlanFiles(administrator, await readPermit(administrator, id));
  return { administrator, contentHash: file.contentHash, id: row?.id ?? 0 };
}

beforeEach(async () => void (await sweep(tomorrow())));

describe("the sweep", () => {
  test("spares files younger than a day", async () => {
    const { contentHash } = await stored("young");
    await sweep(Date.now() + day - 60_000);
    expect(await hasContent(contentHash)).toBe(true);
  });

  test("removes files older than a day without a row, and returns their number", async () => {
    const { contentHash } = await stored("orphan");
    await stored("orphan too");
    expect(await sweep(tomorrow())).toBe(2);
    expect(await hasContent(contentHash)).toBe(false);
    expect(await rowOf(contentHash)).toBeUndefined();
    expect(readdirSync(join(filesFolder, "removed"))).toEqual([]);
    expect(await sweep(tomorrow())).toBe(0);
  });

  test("spares files with a row, and removes them after the row is deleted", async () => {
    const { administrator, contentHash, id } = await attached();
    await sweep(tomorrow());
    expect(await hasContent(contentHash)).toBe(true);
    await deletePlanFile(administrator, id);
    await sweep(tomorrow());
    expect(await hasContent(contentHash)).toBe(false);
  });

  test("trusts the moment of the row, and not that of the file", async () => {
    const { contentHash } = await stored("copied");
    const longAgo = new Date(Date.now() - 2 * day);
    utimesSync(contentPath(contentHash), longAgo, longAgo);
    await sweep();
    expect(await hasContent(contentHash)).toBe(true);
    utimesSync(contentPath(contentHash), new Date(tomorrow()), new Date(tomorrow()));
    await sweep(tomorrow());
    expect(await hasContent(contentHash)).toBe(false);
  });

  test("spares an old file that is uploaded again", async () => {
    const { contentHash } = await stored("again");
    await write(async (tx) => {
      const storedAt = new Date(Date.now() - 2 * day).toISOString();
      await tx.update(storedContents).set({ storedAt }).where(eq(storedContents.name, contentHash));
    });
    await stored("again");
    await sweep();
    expect(await hasContent(contentHash)).toBe(true);
  });

  test("removes many files, few at once", async () => {
    const referenced = await attached();
    const names = Array.from({ length: 301 }, nextHash).map(writeUnknown);
    expect(await insertMissingContentRows()).toBe(301);
    const left: number[] = [];
    const observe = () => left.push(readdirSync(join(filesFolder, "00", "00")).length);
    observe();
    await observingTurns(observe, async () => expect(await sweep(tomorrow())).toBe(301));
    const removed = left.slice(1).map((count, turn) => (left[turn] ?? 0) - count);
    expect(Math.max(...removed)).toBeLessThanOrEqual(20);
    expect(await Promise.all(names.map(hasContent))).not.toContain(true);
    expect(await hasContent(referenced.contentHash)).toBe(true);
  });

  test("reads and deletes few rows at once, also for content that many permits have", async () => {
    const { id, contentHash } = await attached();
    const many = Array.from({ length: 1000 }, (_, index) => index);
    const until = new Date(Date.now() - day).toISOString();
    await write(async (tx) => {
      const [file] = await tx.select().from(planFiles).where(eq(planFiles.id, id));
      if (!file) throw new Error("No file");
      const { id: _, idempotencyKey: __, ...columns } = file;
      await tx.insert(planFiles).values(many.map(() => columns));
      const names = many.map(nextHash);
      const rows = names.map((name) => ({ name, byteSize: 1, storedAt: until }));
      await tx.insert(storedContents).values(rows);
    });
    expect(await maxRowsBetweenYields(() => sweep(tomorrow()))).toBeLessThanOrEqual(200);
    expect(await hasContent(contentHash)).toBe(true);
    expect(await db.$count(storedContents, eq(storedContents.storedAt, until))).toBe(0);
  });
});

describe("files that no row knows", () => {
  test("are recorded, and removed by a sweep a day later", async () => {
    const hash = writeUnknown(nextHash());
    const longAgo = new Date(Date.now() - 365 * day);
    utimesSync(contentPath(hash), longAgo, longAgo);
    await sweep(tomorrow());
    expect(existsSync(contentPath(hash))).toBe(true);
    expect(await insertMissingContentRows()).toBe(1);
    expect(await rowOf(hash)).toMatchObject({ byteSize: 8, storedBy: "", claim: null });
    expect(await insertMissingContentRows()).toBe(0);
    await sweep();
    expect(existsSync(contentPath(hash))).toBe(true);
    expect(await sweep(tomorrow())).toBe(1);
    expect(existsSync(contentPath(hash))).toBe(false);
  });

  test("stay if a row refers to them, as in the folder of an earlier version", async () => {
    const { contentHash } = await attached();
    await write(async (tx) => {
      await tx.delete(storedContents).where(eq(storedContents.name, contentHash));
    });
    await sweep(tomorrow());
    expect(await insertMissingContentRows()).toBe(1);
    await sweep(tomorrow());
    expect(await hasContent(contentHash)).toBe(true);
    expect(await rowOf(contentHash)).toMatchObject({ claim: null });
  });

  test("are recorded a thousand at a time, while others are let in", async () => {
    const names = Array.from({ length: 1000 }, nextHash).map(writeUnknown);
    let turns = 0;
    const countTurn = () => {
      turns += 1;
    };
    await observingTurns(countTurn, async () => expect(await insertMissingContentRows()).toBe(1000));
    expect(turns).toBeGreaterThan(20);
    const some = names.slice(0, 500);
    expect(await db.$count(storedContents, inArray(storedContents.name, some))).toBe(500);
    await sweep(tomorrow());
  });

  test("are left alone if their names or places are not ours", async () => {
    const [misplaced, foreign] = [
      join(filesFolder, nextHash()),
      join(filesFolder, "incoming", ".nfs0000000000000001"),
    ];
    for (const path of [misplaced, foreign]) writeFileSync(path, "?");
    expect(await insertMissingContentRows()).toBe(0);
    await sweep(tomorrow());
    for (const path of [misplaced, foreign]) expect(existsSync(path)).toBe(true);
  });

  test("are removed if they are interrupted uploads, a day after they are found: no upload takes that long", async () => {
    const interrupted = join(incomingFolder, randomUUID());
    writeFileSync(interrupted, "half");
    const longAgo = new Date(Date.now() - 2 * day);
    utimesSync(interrupted, longAgo, longAgo);
    await sweep(tomorrow());
    expect(await insertMissingContentRows()).toBe(1);
    await sweep(Date.now() + 3 * 60 * 60 * 1000);
    expect(existsSync(interrupted)).toBe(true);
    await sweep(tomorrow());
    expect(existsSync(interrupted)).toBe(false);
  });
});

test.skipIf(isPostgres)("no row is looked for without an index", async () => {
  await attached();
  writeUnknown(nextHash());
  const plans = await plansOf(async () => {
    await insertMissingContentRows();
    await sweep(tomorrow());
  });
  expect(plans.length).toBeGreaterThan(1);
  expect(plans.filter((plan) => plan.includes("SCAN") && !plan.includes("SCAN old"))).toEqual([]);
});
