import { rmSync, writeFileSync } from "node:fs";
import { and, asc, eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { pathOfFile } from "~/testing/stored-files";
import { addLetterPicture, issueLetter, makeDecidedPermit } from "~/testing/test-letters";
import { makeCity, makeViewer, switchCorrections } from "~/testing/test-rows";
import { today } from "../clock.server";
import { administratorStatistics } from "../dashboard/statistics.server";
import { planFileStore } from "../files/file-store.server";
import { type StoredFile, storeBytes } from "../files/plan-file-store.server";
import type { Viewer } from "../policy";
import { auditEvents, damagedLetters, letters } from "../tables.server";
import { checkLetterFiles, damageOf, isStillDamaged } from "./letter-check.server";

let dana: Viewer;
let lee: Viewer;
let cityId: number;
/** The letters that were issued, with their files. */
let issued: (StoredFile & { id: number; number: string; permitId: number })[];

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin");
  lee = await makeViewer("employee", { disciplines: ["Fire"] });
});

beforeEach(async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await write((tx) => tx.delete(letters));
  issued = [];
  for (const text of ["one", "two", "three"]) {
    const { permit } = await makeDecidedPermit(dana, lee, cityId);
    const stored = await storeBytes(Buffer.from(`%PDF-1.7 ${text} of ${permit.id}`));
    const id = await issueLetter(dana, permit.id, stored);
    issued.push({ ...stored, id, number: `${permit.urban37PermitNumber}-PC1`, permitId: permit.id });
  }
});
afterEach(() => vi.restoreAllMocks());

const check = () => checkLetterFiles(0);
const lines = () =>
  vi
    .mocked(console.error)
    .mock.calls.flatMap((call) => call.filter((part) => part instanceof Error))
    .map(String);
const damaged = async () =>
  (await db.select().from(damagedLetters).orderBy(asc(damagedLetters.letterId))).map(
    ({ letterId, problem }) => [letterId, problem],
  );
const events = async (id: number) =>
  (
    await db
      .select({ action: auditEvents.action, changes: auditEvents.changes })
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, "letter"), eq(auditEvents.subjectId, id)))
      .orderBy(asc(auditEvents.id))
  ).filter(({ action }) => action.startsWith("letter.file"));

test("files that are whole leave no line and no row", async () => {
  await check();
  expect([lines(), await damaged()]).toEqual([[], []]);
});

test("a damaged cut-out is a line in the log, and its letter is still sent", async () => {
  const [letter] = issued;
  if (!letter) throw new Error("No letters");
  const { fileKey } = await addLetterPicture(letter.id, "cut-out");
  await check();
  expect(lines()).toEqual([]);
  rmSync(pathOfFile(fileKey));
  await check();
  expect(lines()).toEqual([
    `Error: A picture of letter ${letter.id} (${letter.number}) is missing: ${fileKey}`,
  ]);
  expect(await damaged()).toEqual([]);
});

test("a missing and a changed file are a line in the log each day, and recorded once", async () => {
  const [lost, , changed] = issued;
  if (!lost || !changed) throw new Error("No letters");
  rmSync(pathOfFile(lost.fileKey));
  // As many bytes as before.
  writeFileSync(pathOfFile(changed.fileKey), "x".repeat(changed.byteSize));
  const expected = [
    `Error: The file of letter ${lost.id} (${lost.number}) is missing: ${lost.fileKey}`,
    `Error: The file of letter ${changed.id} (${changed.number}) is changed: ${changed.fileKey}`,
  ];
  await check();
  expect(lines()).toEqual(expected);
  await check();
  expect(lines()).toEqual([...expected, ...expected]);
  expect(await damaged()).toEqual([
    [lost.id, "missing"],
    [changed.id, "changed"],
  ]);
  expect(await events(lost.id)).toEqual([
    { action: "letter.file-damaged", changes: { number: lost.number, problem: "missing" } },
  ]);
  expect((await administratorStatistics(dana, today())).damagedLetters).toEqual(
    [changed, lost].map(({ id, permitId, number }) => ({ id, permitId, number })),
  );
  expect(await damageOf(changed.id)).toMatchObject({ problem: "changed", fileKey: changed.fileKey });
});

test("a file that cannot be read is recorded, and the others are checked", async () => {
  const { read } = planFileStore;
  vi.spyOn(planFileStore, "read").mockImplementation((name, range) => {
    const stream = read(name, range);
    if (name === issued[0]?.fileKey) stream.destroy(Object.assign(new Error("EIO"), { code: "EIO" }));
    return stream;
  });
  rmSync(pathOfFile(issued[2]?.fileKey ?? ""));
  await check();
  expect(await damaged()).toEqual([
    [issued[0]?.id, "unreadable"],
    [issued[2]?.id, "missing"],
  ]);
});

test("a file that was restored is whole again when it is requested, and at the next check", async () => {
  const [first] = issued;
  if (!first) throw new Error("No letter");
  rmSync(pathOfFile(first.fileKey));
  await check();
  expect(await isStillDamaged(first.id)).toBe(true);
  writeFileSync(pathOfFile(first.fileKey), `%PDF-1.7 one of ${first.permitId}`);
  expect(await isStillDamaged(first.id)).toBe(false);
  await vi.waitFor(async () => expect(await damaged()).toEqual([]), 20_000);
  expect((await events(first.id)).map(({ action }) => action)).toEqual([
    "letter.file-damaged",
    "letter.file-whole",
  ]);
});

test("one file is read at a time", async () => {
  let [open, most] = [0, 0];
  const { read } = planFileStore;
  vi.spyOn(planFileStore, "read").mockImplementation((name, range) => {
    open += 1;
    most = Math.max(most, open);
    return read(name, range).once("close", () => {
      open -= 1;
    });
  });
  await check();
  expect([most, vi.mocked(planFileStore.read).mock.calls.length]).toEqual([1, 3]);
});
test("only administrators see which are damaged", async () => {
  const clerk = await makeViewer("city", { cityId });
  for (const viewer of [lee, clerk])
    await expect(administratorStatistics(viewer, today())).rejects.toMatchObject({ status: 403 });
});
