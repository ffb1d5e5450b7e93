import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { drawnSheets } from "~/testing/drawn-sheets";
import { makeCity, makePeople, makePermit, type SignedInPerson } from "~/testing/test-rows";
import { fromNow, now } from "../clock.server";
import { planFileStore } from "../files/file-store.server";
import { storeBytes } from "../files/plan-file-store.server";
import { stopRenderChildren } from "../pdf/render-children.server";
import type { ReviewCycle } from "../permits/permit";
import type { Permit } from "../permits/permit-scope.server";
import { addPlanFiles, deletePlanFile, listPlanFiles } from "../permits/plan-file.server";
import type { Viewer } from "../policy";
import { planFiles, planSets, renderJobs, sheets } from "../tables.server";
import { changeSheet } from "./change-sheet.server";
import { doNextJob } from "./render-jobs.server";
import { contentHash } from "./rendition";
import { trimRenditions } from "./rendition-cache.server";
import { readSheetPicture } from "./sheet-picture.server";
import { readSheets } from "./stored-sheets.server";

let people: Record<SignedInPerson, Viewer>;
let cityId: number;
let permit: Permit;

beforeAll(async () => {
  cityId = (await makeCity()).id;
  people = await makePeople(cityId, (await makeCity()).id);
});

beforeEach(async () => {
  permit = await makePermit(people.administrator, cityId, { reviewCycle: "PC2" });
});

afterAll(() => stopRenderChildren());

async function upload(
  bytes: Buffer,
  reviewCycle: ReviewCycle = "PC2",
  fileName = "set.pdf",
): Promise<number> {
  const files = [{ ...(await storeBytes(bytes)), fileName, kind: "pdf" as const }];
  await addPlanFiles(people.cityUser, permit.id, { reviewCycle, files });
  const [file] = await db
    .select({ id: planFiles.id })
    .from(planFiles)
    .where(eq(planFiles.permitId, permit.id))
    .orderBy(planFiles.id)
    .offset((await db.$count(planFiles, eq(planFiles.permitId, permit.id))) - 1)
    .limit(1);
  return file?.id ?? 0;
}

async function doAllJobs(): Promise<void> {
  while (await doNextJob());
}

const setOf = async (planFileId: number) =>
  (await db.select().from(planSets).where(eq(planSets.planFileId, planFileId)))[0];

const sheetsOfPermit = async () => (await readSheets(permit)).sheets;

test("a PDF that a city adds is checked: its pages become sheets with numbers, and are drawn", async () => {
  const id = await upload(await drawnSheets([{ number: "A-101" }, { bookmark: "S2.1 Foundation plan" }, {}]));
  expect(await setOf(id)).toMatchObject({ state: "waiting" });
  await doAllJobs();
  expect(await setOf(id)).toMatchObject({ state: "ready", kind: "drawings", refusal: null });
  expect(
    (await sheetsOfPermit()).map(({ page, number, title, numberSource, width, height }) => [
      ...[page, number, title, numberSource, width, height],
    ]),
  ).toEqual([
    [1, "A-101", null, "text", 2592, 1728],
    [2, "S2.1", "Foundation plan", "bookmark", 2592, 1728],
    [3, null, null, null, 2592, 1728],
  ]);
  expect(await db.$count(renderJobs)).toBe(0);
});

test("pictures are drawn once, and again if they are gone; who may not see the sheet gets 404", async () => {
  const id = await upload(await drawnSheets([{ number: "A-101" }]));
  await doAllJobs();
  const [sheet] = await sheetsOfPermit();
  const [file] = await db.select().from(planFiles).where(eq(planFiles.id, id));
  const asked = { id: sheet?.id ?? 0, hash: contentHash(file?.sha256 ?? ""), name: "first-view.webp" };
  const { metadata } = await import("sharp").then(({ default: sharp }) => ({
    metadata: async () => sharp(await readSheetPicture(people.reviewer, asked)).metadata(),
  }));
  expect(await metadata()).toMatchObject({ format: "webp", width: 1000, height: 667 });
  await rm(join(env.DATA_DIR, "renditions"), { recursive: true });
  expect(await metadata()).toMatchObject({ format: "webp", width: 1000, height: 667 });
  const refused = (viewer: Viewer, changes: object) => readSheetPicture(viewer, { ...asked, ...changes });
  await expect(refused(people.otherCitysUser, {})).rejects.toMatchObject({ status: 404 });
  await expect(refused(people.cityUser, { hash: "0" })).rejects.toMatchObject({ status: 404 });
  await expect(refused(people.cityUser, { name: "../../x" })).rejects.toMatchObject({ status: 404 });
});

test("a picture that cannot be stored is sent all the same", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const id = await upload(await drawnSheets([{ number: "A-101" }]));
  await doAllJobs();
  const [sheet] = await sheetsOfPermit();
  const [file] = await db.select().from(planFiles).where(eq(planFiles.id, id));
  const root = join(env.DATA_DIR, "renditions");
  await rm(root, { recursive: true });
  await writeFile(root, "no folder");
  const asked = { id: sheet?.id ?? 0, hash: contentHash(file?.sha256 ?? ""), name: "thumbnail.webp" };
  expect((await readSheetPicture(people.cityUser, asked)).length).toBeGreaterThan(100);
  await rm(root);
  vi.restoreAllMocks();
});

test("the pictures of a deleted file are never sent again, and are removed", async () => {
  const id = await upload(await drawnSheets([{ number: "A-101" }]));
  await doAllJobs();
  const [sheet] = await sheetsOfPermit();
  const [file] = await db.select().from(planFiles).where(eq(planFiles.id, id));
  const asked = { id: sheet?.id ?? 0, hash: contentHash(file?.sha256 ?? ""), name: "thumbnail.webp" };
  expect((await readSheetPicture(people.cityUser, asked)).length).toBeGreaterThan(100);
  await deletePlanFile(people.cityUser, id);
  await expect(readSheetPicture(people.cityUser, asked)).rejects.toMatchObject({ status: 404 });
  await planFileStore.remove(file?.fileKey ?? "");
  await trimRenditions();
});

test("what cannot be read is refused in words, and stays a plan file", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const id = await upload(Buffer.from("%PDF-1.7 and nothing else"));
  await doAllJobs();
  expect(await setOf(id)).toMatchObject({ state: "refused", refusal: "unreadable" });
  expect(await listPlanFiles(people.cityUser, permit)).toMatchObject([
    { id, planSet: { refusal: "unreadable" } },
  ]);
  expect(await sheetsOfPermit()).toEqual([]);
  vi.restoreAllMocks();
});

test("a file whose bytes are gone is refused, and one whose row is gone has no job", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const gone = await upload(await drawnSheets([{ number: "A-1" }]));
  const [file] = await db.select().from(planFiles).where(eq(planFiles.id, gone));
  await planFileStore.remove(file?.fileKey ?? "");
  const deleted = await upload(await drawnSheets([{ number: "A-2" }]));
  await deletePlanFile(people.cityUser, deleted);
  await doAllJobs();
  expect(await setOf(gone)).toMatchObject({ state: "refused", refusal: "unreadable" });
  expect(await db.$count(renderJobs)).toBe(0);
  vi.restoreAllMocks();
});

test("a sheet of a later cycle is the same only if nothing has changed", async () => {
  const unchanged = { number: "A-101" };
  await upload(await drawnSheets([unchanged, { number: "A-102" }, { number: "A-103" }]), "PC1");
  await doAllJobs();
  const mark = { x: 900, y: 600 };
  await upload(await drawnSheets([{ number: "A-102", mark }, unchanged, { number: "A-104" }]));
  await doAllJobs();
  const state = async () =>
    Object.fromEntries(
      (await sheetsOfPermit())
        .filter(({ reviewCycle }) => reviewCycle === "PC2")
        .map(({ number, state }) => [number, state]),
    );
  expect(await state()).toEqual({ "A-101": "same", "A-102": "changed", "A-104": "new" });
  // With another number, it is compared with another sheet.
  const [moved] = (await sheetsOfPermit()).filter(({ number }) => number === "A-104");
  await changeSheet(people.cityUser, moved?.id ?? 0, { number: "A-103" });
  expect(await state()).toMatchObject({ "A-103": "matching" });
  await doAllJobs();
  expect(await state()).toMatchObject({ "A-103": "changed" });
});

test("two servers do not take the same job, and that of a server that died is taken later", async () => {
  const id = await upload(await drawnSheets([{ number: "A-101" }]));
  await write((tx) => tx.update(renderJobs).set({ dueAt: fromNow(60_000) }));
  expect(await doNextJob()).toBe(false);
  await write((tx) => tx.update(renderJobs).set({ dueAt: now() }));
  const both = await Promise.all([doNextJob(), doNextJob()]);
  expect(both).toContain(true);
  await doAllJobs();
  expect(await setOf(id)).toMatchObject({ state: "ready" });
  expect(await sheetsOfPermit()).toHaveLength(1);
});

test("more than 2,000 sheets of one permit are refused", async () => {
  const first = await upload(await drawnSheets([{ number: "A-101" }]));
  await doAllJobs();
  const set = await setOf(first);
  const rows = Array.from({ length: 1999 }, (_, index) => ({
    ...{ planSetId: set?.id ?? 0, permitId: permit.id, page: index + 2 },
    ...{ width: 100, height: 100, updatedAt: now() },
  }));
  await write(async (tx) => {
    for (let start = 0; start < rows.length; start += 100) {
      await tx.insert(sheets).values(rows.slice(start, start + 100));
    }
  });
  const more = await upload(await drawnSheets([{ number: "A-102" }]));
  await doAllJobs();
  expect(await setOf(more)).toMatchObject({ state: "refused", refusal: "tooManySheets" });
});
