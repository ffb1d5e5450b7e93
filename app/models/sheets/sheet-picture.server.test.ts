import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { drawnPdf } from "~/testing/drawn-pdf";
import { refused } from "~/testing/refusals";
import { makeCity, makePeople, makePermit, type SignedInPerson } from "~/testing/test-rows";
import { addPlanSet } from "~/testing/test-sheets";
import { AbandonedTask, renderPdf, stopRenderChildren } from "../pdf/render-children.server";
import type { Permit } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import { contentHash } from "./rendition";
import { readRendition } from "./rendition-cache.server";
import { readSheetPicture } from "./sheet-picture.server";
import { partOfPicture, type ViewPicture, viewName, viewNamed, viewPixels } from "./sheet-view";
import { readSheet } from "./stored-sheets.server";

vi.mock(import("../pdf/render-children.server"), async (original) => {
  const actual = await original();
  return { ...actual, renderPdf: vi.fn(actual.renderPdf) as typeof actual.renderPdf };
});

vi.mock(import("./rendition-cache.server"), async (original) => {
  const actual = await original();
  return { ...actual, readRendition: vi.fn(actual.readRendition) };
});

const [width, height] = [2592, 1728];
/** The middle of a square dot of 9 points, in fractions of the sheet. */
const dot = { x: 0.7, y: 0.3 };
const side = 9;

let people: Record<SignedInPerson, Viewer>;
let permit: Permit;
let asked: { id: number; hash: string };

const drawDot = (document: PDFKit.PDFDocument) => {
  document.rect(dot.x * width - side / 2, dot.y * height - side / 2, side, side).fill("black");
};

let files = 0;

/** Adds a sheet whose pictures nobody has asked for. */
async function addSheet(draw = drawDot) {
  files += 1;
  const bytes = await drawnPdf(
    (document) => {
      document.info.Title = `Sheet ${files}`;
      draw(document);
    },
    { width, height },
  );
  const { sheetIds } = await addPlanSet(permit, ["A-101"], { bytes });
  const [id = 0] = sheetIds;
  const { sha256 } = await readSheet(people.administrator, id);
  return { id, hash: contentHash(sha256) };
}

beforeAll(async () => {
  const { id: cityId } = await makeCity();
  people = await makePeople(cityId, (await makeCity()).id);
  permit = await makePermit(people.administrator, cityId);
  asked = await addSheet();
});

beforeEach(() => {
  vi.mocked(renderPdf).mockClear();
  vi.mocked(readRendition).mockClear();
});

afterAll(() => stopRenderChildren());

const read = (name: string, sheet = asked, viewer = people.reviewer) =>
  readSheetPicture(viewer, { ...sheet, name });

/** Returns the size of a picture, and where its dark dots begin and end. */
async function inkOf(picture: Buffer) {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  const dark = [...data.keys()].filter((index) => (data[index * info.channels] ?? 255) < 128);
  const columns = dark.map((index) => index % info.width);
  const rows = dark.map((index) => Math.floor(index / info.width));
  return {
    size: [info.width, info.height],
    edges: dark.length > 0 && {
      left: Math.min(...columns),
      right: Math.max(...columns) + 1,
      top: Math.min(...rows),
      bottom: Math.max(...rows) + 1,
    },
  };
}

/** Within two pixels, which the edges of a compressed picture are blurred by. */
const near = (edges: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(edges).map(([edge, at]) => [
      edge,
      expect.toSatisfy((actual: number) => Math.abs(actual - at) < 2, `is near ${at}`),
    ]),
  );

/** Where the dot is in a picture of a part, in pixels. */
function dotIn(view: ViewPicture) {
  const { left, top } = partOfPicture(view);
  const scale = (viewPixels * view.zoom) / width;
  const [x, y] = [(dot.x - left) * width * scale, (dot.y - top) * height * scale];
  const half = (side / 2) * scale;
  return { left: x - half, right: x + half, top: y - half, bottom: y + half };
}

describe("a picture of a view", () => {
  test.each([
    "view-1-0-0-8-8",
    "view-2-8-0-8-8",
    "view-2-5-1-8-8",
    "view-4-20-6-8-8",
    "view-4-16-6-16-8",
    "view-4-21-8-3-5",
    "view-8-40-16-8-8",
    "view-16-88-36-4-8",
  ])("shows the part that its name says: %s", async (name) => {
    const view = viewNamed(name) as ViewPicture;
    const { size, edges } = await inkOf(await read(`${name}.webp`));
    const { columns, rows } = view;
    const expected = [(columns / 8) * viewPixels, (rows / 8) * viewPixels * (height / width)];
    expect(Math.abs((size[0] ?? 0) - (expected[0] ?? 0))).toBeLessThanOrEqual(1);
    expect(Math.abs((size[1] ?? 0) - (expected[1] ?? 0))).toBeLessThanOrEqual(1);
    expect(edges).toEqual(near(dotIn(view)));
  });

  test.each(["view-2-0-0-8-8", "view-4-0-6-8-8", "view-8-48-24-8-8"])(
    "has nothing of another part: %s",
    async (name) => {
      expect((await inkOf(await read(`${name}.webp`))).edges).toBe(false);
    },
  );

  test("is the same as that part of a picture of the whole sheet", async () => {
    const sheet = await addSheet((document) => {
      for (let at = 0; at < 200; at += 1)
        document.rect((at * 577) % width, (at * 331) % height, 20 + (at % 7) * 10, 60 - (at % 5) * 10);
      document.fill("black");
    });
    const region = { left: 500, top: 333, width: 500, height: 333 };
    const whole = sharp(await read("first-view.webp", sheet)).extract(region);
    const part = sharp(await read("view-2-8-8-8-8.webp", sheet)).resize(500, 333, { fit: "fill" });
    const [one, other] = [await whole.greyscale().raw().toBuffer(), await part.greyscale().raw().toBuffer()];
    const inkAt = (bytes: Buffer, at: number) => 255 - (bytes[at] ?? 0);
    let [ink, difference] = [0, 0];
    for (const at of one.keys()) {
      ink += inkAt(one, at);
      difference += Math.abs(inkAt(one, at) - inkAt(other, at));
    }
    expect(ink / one.length).toBeGreaterThan(10);
    expect(difference / ink).toBeLessThan(0.2);
  });

  test("has the format that its name says", async () => {
    expect((await read("view-4-20-6-8-8.avif")).subarray(4, 12).toString()).toBe("ftypavif");
    expect((await read("view-4-20-6-8-8.webp")).subarray(8, 12).toString()).toBe("WEBP");
  });
});

test.each([
  "view-3-0-0-8-8.webp",
  "view-32-0-0-8-8.webp",
  "view-1-0-0-9-8.webp",
  "view-1-1-0-8-8.webp",
  "view-1-0-1-8-8.webp",
  "view-2-0-0-16-16.webp",
  "view-2-0-0-0-8.webp",
  "view-02-0-0-8-8.webp",
  "view-2-00-0-8-8.webp",
  "view-2--1-0-8-8.webp",
  "view-2-0-0-8.webp",
  "view-2-0-0-8-8-8.webp",
  "view-2-0-0-8-8.png",
  "view-2-0-0-8-8.webp.webp",
  "view-2-0-0-8-8",
  "VIEW-2-0-0-8-8.webp",
  " view-2-0-0-8-8.webp",
  "view-2-0-0-8-8.webp\n",
  "view-2-1e1-0-8-8.webp",
  "../view-2-0-0-8-8.webp",
  "view-2-0-0-8-8/../thumbnail.webp",
  "thumbnail.avif",
  "constructor.webp",
  "",
])("there is no picture %j, and nothing is drawn for it", async (name) => {
  expect(await refused(read(name))).toEqual([404, "Picture not found"]);
  expect(renderPdf).not.toHaveBeenCalled();
});

test("a picture of another hash, of no sheet, or of another city's is not found alike", async () => {
  const name = "view-2-0-0-8-8.webp";
  const refusal = [404, "Picture not found"];
  expect(await refused(read(name, { ...asked, hash: "0".repeat(asked.hash.length) }))).toEqual(refusal);
  expect(await refused(read(name, { ...asked, id: 999_999 }))).toEqual(refusal);
  expect(await refused(read(name, asked, people.otherCitysUser))).toEqual(refusal);
  expect(renderPdf).not.toHaveBeenCalled();
});

describe("a picture that several people ask for", () => {
  const name = "view-2-4-4-8-8.webp";

  test("at the same moment is drawn once, and not again afterwards", async () => {
    const sheet = await addSheet();
    const viewers = [people.reviewer, people.otherReviewer, people.cityUser];
    const pictures = await Promise.all(viewers.map((viewer) => read(name, sheet, viewer)));
    expect(renderPdf).toHaveBeenCalledTimes(1);
    for (const picture of pictures) expect(picture).toEqual(pictures[0]);
    expect(await read(name, sheet)).toEqual(pictures[0]);
    expect(renderPdf).toHaveBeenCalledTimes(1);
  });

  test("is drawn for the second when the first has gone", async () => {
    const sheet = await addSheet();
    const first = new AbortController();
    let second: Promise<Buffer> | undefined;
    vi.mocked(renderPdf).mockImplementationOnce(async () => {
      second = read(name, sheet, people.otherReviewer);
      await vi.waitFor(() => expect(readRendition).toHaveBeenCalledTimes(2));
      // The second finds nothing stored, and waits for what the first one draws.
      await vi.mocked(readRendition).mock.results[1]?.value;
      first.abort();
      throw new AbandonedTask();
    });
    const gone = readSheetPicture(people.reviewer, { ...sheet, name, signal: first.signal });
    expect((await refused(gone))[0]).toBe(422);
    expect((await inkOf((await second) as Buffer)).size).toEqual([1000, 667]);
    expect(renderPdf).toHaveBeenCalledTimes(2);
  });

  test("in two views of one sheet is drawn for each", async () => {
    const sheet = await addSheet();
    const names = [viewName({ zoom: 2, left: 8, top: 0, columns: 8, rows: 8 }), "view-2-0-0-8-8"];
    const [one, other] = await Promise.all(names.map((view) => read(`${view}.webp`, sheet)));
    expect(renderPdf).toHaveBeenCalledTimes(2);
    expect((await inkOf(one as Buffer)).edges).not.toBe(false);
    expect((await inkOf(other as Buffer)).edges).toBe(false);
  });
});
