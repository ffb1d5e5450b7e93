import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { drawnSheets } from "~/testing/drawn-sheets";
import { refused } from "~/testing/refusals";
import { hasFile, pathOfFile } from "~/testing/stored-files";
import { addLetterPicture, makeDecidedPermit, releaseNow } from "~/testing/test-letters";
import { makeCity, makeCorrections, makeViewer, switchCorrections } from "~/testing/test-rows";
import { addPlanSet, placeOn } from "~/testing/test-sheets";
import { removeFiles, removeUnkept } from "../files/file-removal.server";
import { withStoredBytes } from "../files/plan-file-store.server";
import type { Viewer } from "../policy";
import { deletePermit, restorePermit } from "../records/permit-bin.server";
import { filesToRemove, letterPictures, letters } from "../tables.server";
import { drawCutOuts } from "./cut-outs.server";
import { allItemsOf, type LetterContent } from "./letter";
import { contentOf } from "./letter.server";
import { previewLetter } from "./letter-draft.server";
import { readLetterPicture } from "./letter-picture.server";
import { reopenPlanCheck } from "./reopen.server";

let dana: Viewer;
let lee: Viewer;
let clerk: Viewer;
let foreigner: Viewer;
let cityId: number;
let bytes: Buffer;
let permitId: number;
let first: number;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin");
  lee = await makeViewer("employee", { disciplines: ["Fire"] });
  clerk = await makeViewer("city", { cityId });
  foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
  bytes = await drawnSheets([{ number: "A-101" }, { number: "A-102" }]);
});

/** The letter of PC1 is ready, with F-1 on A-101. */
beforeEach(async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const decided = await makeDecidedPermit(dana, lee, cityId);
  permitId = decided.permit.id;
  first = decided.first;
});

const addSet = async (file = bytes) =>
  (await addPlanSet({ id: permitId }, ["A-101", "A-102"], { bytes: file, isConfirmed: true })).sheetIds as [
    number,
    number,
  ];
const draw = async (limits = { each: 20_000, all: 200_000 }) =>
  drawCutOuts((await previewLetter(dana, permitId)).content, dana.id, limits);
const placesOf = ({ disciplines }: LetterContent) =>
  disciplines.flatMap(allItemsOf).map(({ places = [] }) => places.map(({ cutOut }) => cutOut));
const picturesOf = (letterId: number) =>
  db.select().from(letterPictures).where(eq(letterPictures.letterId, letterId));

describe("cut-outs", () => {
  test("show the drawing around the first place of a correction, as a JPEG of one size", async () => {
    const [sheet, other] = await addSet();
    await placeOn(sheet, first);
    await placeOn(other, first);
    const { cutOuts, content } = await draw();
    const [[hash, picture] = []] = [...cutOuts];
    expect(placesOf(content)).toEqual([[hash, null]]);
    const { format, width, height } = await sharp(picture).metadata();
    expect([format, width, height]).toEqual(["jpeg", 600, 400]);
    // The number is red, as Fire is on sheets.
    const { data } = await sharp(picture)
      .extract({ left: 310, top: 185, width: 2, height: 2 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([data[0], data[1]]).toEqual([expect.closeTo(0xb3, -1.3), expect.closeTo(0x26, -1.3)]);
  });

  test("are 40 at most, of which those that cannot be drawn are none", async () => {
    const [sheet] = await addSet();
    const [broken] = await addSet(Buffer.from("%PDF-1.7 broken"));
    await placeOn(broken, first);
    const ids = await makeCorrections({ id: permitId }, lee, Array(42).fill({}));
    for (const [index, id] of ids.entries()) {
      await placeOn(sheet, id, { shape: "pin", points: [[0.2 + index / 100, 0.5]] });
    }
    const { cutOuts, content } = await draw();
    expect(cutOuts.size).toBe(40);
    const drawn = placesOf(content).map(([cutOut]) => typeof cutOut === "string");
    expect(drawn).toEqual([false, ...Array(40).fill(true), false, false]);
  });

  test("that are left after the time for all of them are left out", async () => {
    const [sheet, other] = await addSet();
    const [second = 0] = await makeCorrections({ id: permitId }, lee, [{}]);
    await placeOn(sheet, first);
    await placeOn(other, second);
    const { content } = await draw({ each: 20_000, all: 1 });
    expect(placesOf(content)[1]).toEqual([null]);
  });
});

describe("a release", () => {
  const release = () => releaseNow(dana, permitId);

  test("stores the cut-outs under their hashes, which its content has", async () => {
    const [sheet] = await addSet();
    await placeOn(sheet, first);
    const { id } = await release();
    const pictures = await picturesOf(id);
    expect(placesOf(await contentOf({ id }))).toEqual([pictures.map(({ sha256 }) => sha256)]);
    expect(pictures.map(({ fileKey }) => hasFile(fileKey))).toEqual([true]);
  });

  test("succeeds without a cut-out of a sheet that cannot be drawn", async () => {
    const [sheet] = await addSet(Buffer.from("%PDF-1.7 broken"));
    await placeOn(sheet, first);
    const { id } = await release();
    expect(placesOf(await contentOf({ id }))).toEqual([[null]]);
    expect(await picturesOf(id)).toEqual([]);
  });

  test("that says nothing new is refused, though cut-outs are drawn at the release only", async () => {
    const [sheet] = await addSet();
    await placeOn(sheet, first);
    const { number } = await release();
    await reopenPlanCheck(dana, permitId, "PC1", { reason: "A wrong sheet" });
    expect(await refused(release())).toEqual([409, `Nothing was changed since ${number}`]);
  });

  test("leaves no file if the server is killed between files and rows", async () => {
    let keys: string[] = [];
    // A killed server does no more than what it had done by then.
    await new Promise<void>((killed) => {
      void withStoredBytes([Buffer.from("letter"), Buffer.from("cut-out")], (stored) => {
        keys = stored.map(({ fileKey }) => fileKey);
        killed();
        return new Promise(() => undefined);
      });
    });
    await removeFiles();
    expect(keys.map(hasFile)).toEqual([true, true]);
    await write((tx) => tx.update(filesToRemove).set({ keepUntil: "2020-01-01T00:00:00.000Z" }));
    await removeFiles();
    expect(keys.map(hasFile)).toEqual([false, false]);
  });
});

describe("the cut-outs of a letter", () => {
  async function releasedWithPicture() {
    const [sheet] = await addSet();
    await placeOn(sheet, first);
    const { id } = await releaseNow(dana, permitId);
    const [picture] = await picturesOf(id);
    if (!picture) throw new Error("No picture");
    return { sheet, ...picture };
  }

  test("stay when it is superseded", async () => {
    const { letterId, sheet, fileKey, sha256 } = await releasedWithPicture();
    await reopenPlanCheck(dana, permitId, "PC1", { reason: "A wrong sheet" });
    await placeOn(sheet, first);
    const second = await releaseNow(dana, permitId);
    expect((await picturesOf(second.id)).map((row) => row.sha256)).toEqual([sha256]);
    await removeFiles();
    expect(hasFile(fileKey)).toBe(true);
    expect(await readLetterPicture(clerk, letterId, sha256)).toBeInstanceOf(Buffer);
  });

  test("are read by who may read the letter alone, by their hash", async () => {
    const { letterId, sha256 } = await releasedWithPicture();
    const other = await makeDecidedPermit(dana, lee, cityId);
    const { id } = await releaseNow(dana, other.permit.id);
    for (const viewer of [dana, lee, clerk]) {
      expect(await readLetterPicture(viewer, letterId, sha256)).toBeInstanceOf(Buffer);
    }
    const missing = [404, "Picture not found"];
    expect(await refused(readLetterPicture(foreigner, letterId, sha256))).toEqual(missing);
    expect(await refused(readLetterPicture(dana, id, sha256))).toEqual(missing);
    expect(await refused(readLetterPicture(dana, letterId, "0".repeat(64)))).toEqual(missing);
  });

  test("are not sent once their file is damaged", async () => {
    const { writeFileSync } = await import("node:fs");
    const { letterId, fileKey, sha256, byteSize } = await releasedWithPicture();
    writeFileSync(pathOfFile(fileKey), "x".repeat(byteSize));
    expect(await refused(readLetterPicture(dana, letterId, sha256))).toEqual([404, "Picture not found"]);
  });

  test("are in the bin with their permit, and come back with it", async () => {
    const { letterId, fileKey, sha256 } = await releasedWithPicture();
    await deletePermit(dana, permitId);
    await removeFiles();
    expect([await picturesOf(letterId), hasFile(fileKey)]).toEqual([[], true]);
    await restorePermit(dana, permitId);
    await removeFiles();
    expect(await readLetterPicture(clerk, letterId, sha256)).toBeInstanceOf(Buffer);
  });

  test("are gone with it", async () => {
    const { letterId, fileKey } = await releasedWithPicture();
    const { fileKey: another } = await addLetterPicture(letterId, "another");
    await removeUnkept([fileKey, another]);
    expect([hasFile(fileKey), hasFile(another)]).toEqual([true, true]);
    await write((tx) => tx.delete(letters).where(eq(letters.id, letterId)));
    await removeFiles();
    expect([hasFile(fileKey), hasFile(another)]).toEqual([false, false]);
  });
});
