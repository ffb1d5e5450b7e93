import { describe, expect, test } from "vitest";
import { anchorOf, boxOf, type Point, sheetTextOf, simplified, viewOf } from "./markup";
import { DrawnSchema, placesField } from "./markup.schema.server";

const line = (count: number, y: (index: number) => number): Point[] =>
  Array.from({ length: count }, (_, index) => [index / (count - 1), y(index)]);

describe("a stroke", () => {
  test("on a line keeps its ends", () => {
    expect(simplified(line(2000, () => 0.5))).toEqual([
      [0, 0.5],
      [1, 0.5],
    ]);
  });

  test("keeps each corner that can be seen, and no smaller one", () => {
    const zigzag = line(11, (index) => (index % 2) * 0.01);
    expect(simplified(zigzag)).toEqual(zigzag);
    expect(simplified(line(11, (index) => (index % 2) * 0.0004))).toHaveLength(2);
  });

  test("of 2,000 points is never far from what was drawn", () => {
    const drawn = line(2000, (index) => 0.5 + 0.4 * Math.sin(index / 50));
    const kept = simplified(drawn);
    expect(kept.length).toBeLessThan(500);
    for (const [x, y] of drawn) {
      const after = kept.findIndex(([other]) => other >= x);
      const [x1, y1] = kept[Math.max(0, after - 1)] as Point;
      const [x2, y2] = kept[after] as Point;
      const between = x2 === x1 ? y1 : y1 + ((y2 - y1) * (x - x1)) / (x2 - x1);
      // Measured upwards, the distance of a steep line is longer.
      expect(Math.abs(between - y)).toBeLessThan(0.01);
    }
  });
});

describe("the place of a shape", () => {
  const cloud = {
    shape: "cloud" as const,
    points: [
      [0.4, 0.3],
      [0.2, 0.5],
    ] as Point[],
  };

  test("has its number at its upper left corner, or at its point", () => {
    expect(boxOf(cloud.points)).toEqual({ left: 0.2, top: 0.3, right: 0.4, bottom: 0.5 });
    expect(anchorOf(cloud)).toEqual([0.2, 0.3]);
    expect(
      anchorOf({
        shape: "arrow",
        points: [
          [0.9, 0.9],
          [0.1, 0.1],
        ],
      }),
    ).toEqual([0.9, 0.9]);
  });

  test("is shown with what is around it", () => {
    const view = viewOf(cloud);
    expect(view.zoom).toBeCloseTo(1 / 3 / 0.2);
    expect([view.x, view.y]).toEqual([expect.closeTo(0.3), expect.closeTo(0.4)]);
    expect(viewOf({ points: [[0.5, 0.5]] })).toEqual({ zoom: 4, x: 0.5, y: 0.5 });
    expect(viewOf({ points: [[1, 1]] })).toEqual({ zoom: 4, x: 0.875, y: 0.875 });
    expect(
      viewOf({
        points: [
          [0, 0],
          [1, 1],
        ],
      }).zoom,
    ).toBe(1);
  });
});

test("the text of places names at most three sheets", () => {
  expect(sheetTextOf([])).toBeNull();
  expect(sheetTextOf(["A-101"])).toBe("A-101");
  expect(sheetTextOf(["A-101", "A-102", "A-103"])).toBe("A-101, A-102 and A-103");
  expect(sheetTextOf(["A-101", "A-102", "A-103", "A-104", "A-105"])).toBe("A-101, A-102 and 3 more");
  const long = ["A".repeat(20), "B".repeat(20), "C".repeat(20)];
  expect(sheetTextOf(long)).toBe(`${"A".repeat(20)} and 2 more`);
});

describe("what is sent as a shape", () => {
  const stroke = (points: unknown) => ({ shape: "freehand", points });
  const pin = { shape: "pin", points: [[0.5, 0.5]] };

  test.each([
    ["no shape", { points: [[0, 0]] }],
    ["an unknown one", { shape: "star", points: [[0, 0]] }],
    ["no points", { shape: "pin", points: [] }],
    [
      "one point too many",
      {
        shape: "pin",
        points: [
          [0, 0],
          [1, 1],
        ],
      },
    ],
    ["one corner only", { shape: "cloud", points: [[0, 0]] }],
    ["a point beside the sheet", { shape: "pin", points: [[1.001, 0.5]] }],
    ["a negative one", { shape: "pin", points: [[0.5, -0.1]] }],
    ["one far away", { shape: "pin", points: [[1e308, 0.5]] }],
    ["one that is no number", { shape: "pin", points: [["0.5", 0.5]] }],
    ["one without height", { shape: "pin", points: [[0.5]] }],
    ["one with depth", { shape: "pin", points: [[0.5, 0.5, 0.5]] }],
    ["a text that says nothing", { shape: "text", points: [[0.5, 0.5]], text: "  " }],
    ["a pin with a text", { ...pin, text: "Here" }],
    ["a long text", { shape: "text", points: [[0.5, 0.5]], text: "x".repeat(201) }],
    ["a stroke of 2,001 points", stroke(line(2001, () => 0.5))],
  ])("is refused: %s", (_, drawn) => expect(DrawnSchema.safeParse(drawn).success).toBe(false));

  test("is refused if it is no JSON", () => {
    for (const sent of ["", "pin", "[NaN]", '[{"shape":"pin","points":[[NaN,0.5]]}]', "[", "null"]) {
      expect(placesField.safeParse(sent).success, sent).toBe(false);
    }
    const many = JSON.stringify(Array.from({ length: 21 }, () => pin));
    expect(placesField.safeParse(many).success).toBe(false);
  });

  test("is taken without the points that it does not need", () => {
    expect(DrawnSchema.parse(stroke(line(2000, () => 0.5))).points).toHaveLength(2);
    expect(placesField.parse(JSON.stringify([pin]))).toEqual([pin]);
  });
});
