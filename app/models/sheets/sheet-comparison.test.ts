import { expect, test } from "vitest";
import { cellOfArea, comparisonName, comparisonNamed, viewOfArea } from "./sheet-comparison";
import { partOf } from "./sheet-view";

test("a picture of a comparison is known by its name", () => {
  const picture = {
    kind: "both" as const,
    earlier: { id: 7, hash: "1ab34cd" },
    view: { zoom: 4, left: 8, top: 16, columns: 8, rows: 8 },
  };
  expect(comparisonName(picture)).toBe("both-7-1ab34cd-view-4-8-16-8-8");
  expect(comparisonNamed("both-7-1ab34cd-view-4-8-16-8-8")).toEqual(picture);
  expect(comparisonNamed("earlier-7-1ab34cd-view-1-0-0-8-8")?.kind).toBe("earlier");
});

test.each([
  "later-7-1ab34cd-view-4-8-16-8-8",
  "both-07-1ab34cd-view-4-8-16-8-8",
  "both-7-view-4-8-16-8-8",
  "both-7-../x-view-4-8-16-8-8",
  "both-7-1ab34cd-view-3-8-16-8-8",
  "both-7-1ab34cd-thumbnail",
  "view-4-8-16-8-8",
  "",
])("%s is not the name of one", (name) => expect(comparisonNamed(name)).toBeUndefined());

const area = { left: 0.5, top: 0.25, width: 0.01, height: 0.02, kind: "added" } as const;

test("the view of an area shows all of it, and what is around it", () => {
  for (const width of [0.01, 0.1, 0.3, 0.9]) {
    const part = partOf(viewOfArea({ ...area, left: 0.05, width }));
    expect(part.left).toBeLessThanOrEqual(0.05);
    expect(part.left + part.width).toBeGreaterThanOrEqual(0.05 + width);
  }
  expect(viewOfArea(area).zoom).toBe(8);
  expect(viewOfArea({ ...area, width: 0.3 }).zoom).toBe(1);
});

test("an area lies in the cell of its middle", () => expect(cellOfArea(area)).toBe("C7"));
