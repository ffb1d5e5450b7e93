import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { env } from "~/platform/env.server";
import { drawnSheets } from "~/testing/drawn-sheets";
import { makeCity, makePeople, makePermit, type SignedInPerson } from "~/testing/test-rows";
import { addPlanSet } from "~/testing/test-sheets";
import { stopRenderChildren } from "../pdf/render-children.server";
import type { Permit } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import { contentHash } from "./rendition";
import { comparisonName } from "./sheet-comparison";
import { readDifferences } from "./sheet-comparison.server";
import { readSheetPicture } from "./sheet-picture.server";
import { pictureOfView, wholeSheet } from "./sheet-view";
import { type ReadSheet, readSheet } from "./stored-sheets.server";

let people: Record<SignedInPerson, Viewer>;
let permit: Permit;
let earlier: ReadSheet;
let later: ReadSheet;
let ofOtherPermit: ReadSheet;

async function addSheet(to: Permit, reviewCycle: "PC1" | "PC2", mark?: { x: number; y: number }) {
  const bytes = await drawnSheets([{ number: "A-101", mark, size: [1224, 792] }]);
  const { sheetIds } = await addPlanSet(to, ["A-101"], { reviewCycle, bytes });
  return readSheet(people.administrator, sheetIds[0] ?? 0);
}

beforeAll(async () => {
  const cityId = (await makeCity()).id;
  people = await makePeople(cityId, (await makeCity()).id);
  permit = await makePermit(people.administrator, cityId, { reviewCycle: "PC2" });
  earlier = await addSheet(permit, "PC1");
  later = await addSheet(permit, "PC2", { x: 500, y: 300 });
  ofOtherPermit = await addSheet(await makePermit(people.administrator, cityId), "PC1");
});

afterAll(() => stopRenderChildren());

const order = () => ({ owner: people.administrator.id });

test("what has changed is found once, and kept with the pictures of the later sheet", async () => {
  const found = await readDifferences(earlier, later, order());
  expect(found?.areas).toHaveLength(1);
  expect(found?.areas[0]).toMatchObject({ kind: "added" });
  const folder = join(env.DATA_DIR, "renditions", later.fileKey.slice(0, 2), later.fileKey);
  const [name = ""] = readdirSync(folder);
  expect(name).toBe(`1-differences-${earlier.id}-${contentHash(earlier.sha256)}.json`);

  const other = { ...found, areas: [] };
  writeFileSync(join(folder, name), JSON.stringify(other));
  expect(await readDifferences(earlier, later, order())).toEqual(other);
  writeFileSync(join(folder, name), "nothing");
  expect(await readDifferences(earlier, later, order())).toEqual(found);
});

test("a file that cannot be read has no differences", async () => {
  const { sheetIds } = await addPlanSet(permit, ["A-102"]);
  const broken = await readSheet(people.administrator, sheetIds[0] ?? 0);
  expect(await readDifferences(broken, later, order())).toBeNull();
  expect(await readDifferences(earlier, { ...later, cannotBeShown: true }, order())).toBeNull();
});

describe("the picture of a comparison", () => {
  const pictureFor = (viewer: Viewer, other: ReadSheet, kind: "both" | "earlier" = "both", hash?: string) =>
    readSheetPicture(viewer, {
      id: later.id,
      hash: contentHash(later.sha256),
      name: `${comparisonName({
        kind,
        earlier: { id: other.id, hash: hash ?? contentHash(other.sha256) },
        view: pictureOfView(wholeSheet),
      })}.webp`,
    });

  test.each(["both", "earlier"] as const)(
    "of kind %s is drawn for the firm and the permit's city",
    async (kind) => {
      const picture = await pictureFor(people.reviewer, earlier, kind);
      expect(picture.subarray(8, 12).toString()).toBe("WEBP");
      expect(await pictureFor(people.cityUser, earlier, kind)).toEqual(picture);
    },
  );

  test("is 404 for another city, a sheet of another permit, and another hash", async () => {
    await pictureFor(people.administrator, earlier);
    await expect(pictureFor(people.otherCitysUser, earlier)).rejects.toMatchObject({ status: 404 });
    await expect(pictureFor(people.administrator, ofOtherPermit)).rejects.toMatchObject({ status: 404 });
    await expect(pictureFor(people.administrator, earlier, "both", "1000000")).rejects.toMatchObject({
      status: 404,
    });
  });
});
