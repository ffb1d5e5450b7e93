import { expect, test } from "vitest";
import { inchesOnPaper, lengthText, measuredText, scaleFrom, scaleText } from "./measure";

const sheet = { width: 2592, height: 1728 };

test("a line is as long as on the paper", () => {
  expect(
    inchesOnPaper(
      [
        [0, 0],
        [1, 0],
      ],
      sheet,
    ),
  ).toBe(36);
  expect(
    inchesOnPaper(
      [
        [0.5, 1],
        [0.5, 0],
      ],
      sheet,
    ),
  ).toBe(24);
  expect(
    inchesOnPaper(
      [
        [0, 0],
        [0.25, 0.5],
      ],
      sheet,
    ),
  ).toBe(15);
});

test("a length is in feet and inches", () => {
  expect([0, 6, 12, 150, 11.6].map(lengthText)).toEqual([`0'-0"`, `0'-6"`, `1'-0"`, `12'-6"`, `1'-0"`]);
});

test("a scale follows from a line whose length is known, and gives that of others", () => {
  // 1/8" = 1'-0"
  const scale = scaleFrom(
    [
      [0, 0],
      [1, 0],
    ],
    sheet,
    288,
    0,
  );
  expect(scale).toBe(96_000);
  expect(scaleText(96_000)).toBe(`1" = 8'-0"`);
  expect(
    measuredText(
      [
        [0, 0],
        [0, 0.5],
      ],
      sheet,
      96_000,
    ),
  ).toBe(`96'-0"`);
});

test.each([
  [0, 0],
  [-1, 0],
  [Number.NaN, 0],
  [Number.POSITIVE_INFINITY, 0],
  [1e308, 0],
])("%s feet and %s inches give no scale", (feet, inches) =>
  expect(
    scaleFrom(
      [
        [0, 0],
        [1, 0],
      ],
      sheet,
      feet,
      inches,
    ),
  ).toBeUndefined(),
);

test("a line of no length gives no scale", () => {
  expect(
    scaleFrom(
      [
        [0.5, 0.5],
        [0.5, 0.5],
      ],
      sheet,
      1,
      0,
    ),
  ).toBeUndefined();
});
