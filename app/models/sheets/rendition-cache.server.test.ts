import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { addPlanSet } from "~/testing/test-sheets";
import { planFiles, sheets } from "../tables.server";
import { hasRendition, readRendition, storeRendition, trimRenditions } from "./rendition-cache.server";

const root = join(env.DATA_DIR, "renditions");
let fileKey: string;

beforeAll(async () => {
  const permit = await makePermit(await makeViewer("admin"), (await makeCity()).id);
  await addPlanSet(permit, ["A-101"]);
  const [file] = await db.select({ fileKey: planFiles.fileKey }).from(planFiles);
  fileKey = file?.fileKey ?? "";
});

beforeEach(() => rmSync(root, { recursive: true, force: true }));

const picture = (page: number, name = "thumbnail.webp") => ({ fileKey, page, name });
const bytes = (size: number) => Buffer.alloc(size, 1);
const pathOf = (page: number) => join(root, fileKey.slice(0, 2), fileKey, `${page}-thumbnail.webp`);

test("a picture is stored whole, and read again", async () => {
  expect(await readRendition(picture(1))).toBeNull();
  await storeRendition(picture(1), bytes(10));
  expect(await readRendition(picture(1))).toEqual(bytes(10));
  expect(await hasRendition(picture(1))).toBe(true);
  expect(readdirSync(join(root, fileKey.slice(0, 2), fileKey))).toEqual(["1-thumbnail.webp"]);
});

test("what was not looked at for longest is removed first, and a look counts", async () => {
  for (const page of [1, 2, 3]) {
    await storeRendition(picture(page), bytes(1000));
    const day = new Date(2026, 10, page);
    utimesSync(pathOf(page), day, day);
  }
  await readRendition(picture(1));
  await trimRenditions(2000);
  expect(await Promise.all([1, 2, 3].map((page) => hasRendition(picture(page))))).toEqual([
    true,
    false,
    true,
  ]);
});

test("pictures of a file without a row are removed, and what is no picture stays", async () => {
  await storeRendition(picture(1), bytes(10));
  await storeRendition({ ...picture(1), fileKey: "0".repeat(32) }, bytes(10));
  mkdirSync(join(root, "notes"));
  writeFileSync(join(root, "notes", "readme"), "by hand");
  await trimRenditions();
  expect(await hasRendition(picture(1))).toBe(true);
  expect(await hasRendition({ ...picture(1), fileKey: "0".repeat(32) })).toBe(false);
  expect(readdirSync(join(root, "notes"))).toEqual(["readme"]);
});

test("comparisons with a sheet that is gone are removed from those of the other sheet", async () => {
  const [sheet] = await db.select({ id: sheets.id }).from(sheets);
  const names = (id: number) => [
    `both-${id}-1ab34cd-view-1-0-0-8-8.avif`,
    `earlier-${id}-1ab34cd-view-1-0-0-8-8.webp`,
    `differences-${id}-1ab34cd.json`,
  ];
  const [present, gone] = [names(sheet?.id ?? 0), names(99_999)];
  for (const name of [...present, ...gone]) await storeRendition(picture(1, name), bytes(10));
  await trimRenditions();
  for (const name of present) expect(await hasRendition(picture(1, name)), name).toBe(true);
  for (const name of gone) expect(await hasRendition(picture(1, name)), name).toBe(false);
});

test("a folder that is gone in the meantime is no error", async () => {
  await trimRenditions();
  expect(await readRendition(picture(1))).toBeNull();
});
