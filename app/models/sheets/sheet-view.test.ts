import { describe, expect, test } from "vitest";
import {
  cellAt,
  gridCells,
  middleOfCell,
  partOf,
  partOfPicture,
  pictureOfView,
  readView,
  viewName,
  viewNamed,
  viewOfPicture,
  viewQuery,
  wholeSheet,
  withinSheet,
} from "./sheet-view";

const viewIn = (query: string) => readView(new URLSearchParams(query));

describe("the view in an address", () => {
  test.each([
    ["", wholeSheet],
    ["z=4&x=0.42&y=0.71", { zoom: 4, x: 0.42, y: 0.71 }],
    ["z=2.7&x=0.5&y=0.5", { zoom: 2.7, x: 0.5, y: 0.5 }],
    // Nothing beyond the edges is looked at.
    ["z=4&x=0&y=1", { zoom: 4, x: 0.125, y: 0.875 }],
    ["z=99&x=0.5&y=0.5", { zoom: 16, x: 0.5, y: 0.5 }],
    ["z=-1", wholeSheet],
    ["z=NaN&x=Infinity&y=1e999", wholeSheet],
    ["z=4&x=tree", { zoom: 4, x: 0.5, y: 0.5 }],
  ])("%s", (query, view) => expect(viewIn(query)).toEqual(view));

  test("is written as it is read", () => {
    expect(viewQuery(wholeSheet)).toBe("");
    expect(viewQuery({ zoom: 4, x: 0.42, y: 0.71 })).toBe("z=4&x=0.42&y=0.71");
    expect(viewIn(viewQuery({ zoom: 2.75, x: 0.4321, y: 0.6 }))).toEqual({ zoom: 2.75, x: 0.4321, y: 0.6 });
  });
});

describe("the picture of a view", () => {
  test("is a part with the zoom of the next farther picture", () => {
    expect(pictureOfView({ zoom: 5, x: 0.5, y: 0.5 })).toEqual({
      ...{ zoom: 4, left: 12, top: 12, columns: 8, rows: 8 },
    });
  });

  test("has its own view, which is at most half a unit away", () => {
    const view = { zoom: 8, x: 0.31, y: 0.77 };
    const seen = viewOfPicture(pictureOfView(view));
    expect(Math.abs(seen.x - view.x)).toBeLessThanOrEqual(1 / 128);
    expect(Math.abs(seen.y - view.y)).toBeLessThanOrEqual(1 / 128);
    expect(pictureOfView(seen)).toEqual(pictureOfView(view));
  });

  test("covers the part that its view shows", () => {
    const picture = pictureOfView({ zoom: 16, x: 0.9, y: 0.1 });
    const [drawn, seen] = [partOfPicture(picture), partOf(viewOfPicture(picture))];
    for (const side of ["left", "top", "width", "height"] as const)
      expect(drawn[side]).toBeCloseTo(seen[side]);
  });

  test("is known by its name", () => {
    const picture = pictureOfView({ zoom: 16, x: 1, y: 1 });
    expect(viewName(picture)).toBe("view-16-120-120-8-8");
    expect(viewNamed("view-16-120-120-8-8")).toEqual(picture);
    expect(viewNamed("view-1-0-0-8-8")).toBeDefined();
  });

  test.each([
    "view-3-0-0-8-8",
    "view-32-0-0-8-8",
    "view-1-1-0-8-8",
    "view-1-0-1-8-8",
    "view-2-0-0-16-9",
    "view-2-0-0-0-8",
    "view-02-0-0-8-8",
    "view-2-00-0-8-8",
    "view-2--1-0-8-8",
    "view-2-0-0-8",
    "view-2-0-0-8-8-8",
    "first-view",
    "",
  ])("cannot be named %s", (name) => expect(viewNamed(name)).toBeUndefined());
});

describe("the grid over a sheet", () => {
  test("has twelve columns and eight rows", () => {
    expect(gridCells).toHaveLength(96);
    expect(gridCells.at(0)).toBe("A1");
    expect(gridCells.at(-1)).toBe("H12");
  });

  test.each([
    ["A1", { x: 1 / 24, y: 1 / 16 }],
    ["h12", { x: 23 / 24, y: 15 / 16 }],
    ["I1", undefined],
    ["A13", undefined],
    ["", undefined],
    [null, undefined],
  ])("the middle of %s", (cell, middle) => expect(middleOfCell(cell)).toEqual(middle));

  test("names each cell by the points in it", () => {
    for (const cell of gridCells) expect(cellAt(middleOfCell(cell) ?? { x: -1, y: -1 })).toBe(cell);
    expect(cellAt({ x: 0, y: 0 })).toBe("A1");
    expect(cellAt({ x: 1, y: 1 })).toBe("H12");
  });

  test("a view stays within the sheet", () => {
    expect(withinSheet({ zoom: 0.2, x: 7, y: -7 })).toEqual(wholeSheet);
  });
});
