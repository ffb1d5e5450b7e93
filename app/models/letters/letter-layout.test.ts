import { describe, expect, test } from "vitest";
import {
  breakLines,
  headingRows,
  listItem,
  type Measure,
  pagesOf,
  type Row,
  rowsOnOnePage,
  type TextStyle,
  tagIn,
  withoutShortEnd,
} from "./letter-layout";

const regular: TextStyle = { font: "regular", size: 10, leading: 12, color: "#000000" };
const bold: TextStyle = { ...regular, font: "bold", leading: 14 };

/** Every character is one point wide. */
const measure: Measure = (text) => text.length;

const linesOf = (text: string, width: number) =>
  breakLines([{ text, style: regular }], width, measure).map(({ spans }) =>
    spans.map((span) => span.text).join(""),
  );

test("words stay whole, and the space after the last of a line is kept for those who listen", () => {
  expect(linesOf("one two three four", 9)).toEqual(["one two ", "three ", "four"]);
  expect(linesOf("one two", 3)).toEqual(["one ", "two"]);
});

test("lines stay lines; an empty one is half as high", () => {
  const lines = breakLines([{ text: "a\n\nb", style: regular }], 9, measure);
  expect(lines.map(({ spans, height }) => [spans.map(({ text }) => text).join(""), height])).toEqual([
    ["a ", 12],
    ["", 6],
    ["b", 12],
  ]);
});

test("the spaces that a line begins with stay, and the next lines of its text begin without", () => {
  expect(linesOf("  one two\n   six", 7)).toEqual(["  one ", "two ", "   six"]);
});

test("no text has no line", () => {
  expect(linesOf("", 9)).toEqual([]);
});

describe("a long word", () => {
  test("is broken after a sign if it has more than 20 characters", () => {
    expect(linesOf("see fire-resistance-rated", 20)).toEqual(["see fire-resistance-", "rated"]);
    expect(linesOf("see well-known-detail A-1", 15)).toEqual(["see ", "well-known-deta", "il A-1"]);
  });

  test("is broken every 40 characters without a sign", () => {
    expect(linesOf("a".repeat(100), 50)).toEqual(["a".repeat(40), "a".repeat(40), "a".repeat(20)]);
  });

  test("is broken where it leaves its column", () => {
    expect(linesOf(`x ${"a".repeat(12)}`, 5)).toEqual(["x ", "aaaaa", "aaaaa", "aa"]);
  });

  test("loses no character, and is not broken between a letter and its accents", () => {
    const text = `${"q\u0301".repeat(90)}${"-".repeat(90)}${"/a".repeat(90)}`;
    const lines = linesOf(text, 60);
    expect(lines.join("")).toBe(text);
    expect(lines.filter((line) => line.startsWith("\u0301"))).toEqual([]);
  });

  test("is broken in a column that is narrower than a character", () => {
    expect(linesOf("abc", 0.5)).toEqual(["a", "b", "c"]);
  });
});

test("texts in several styles follow one another, each at its place; the highest is the line's height", () => {
  const spans = [
    { text: "No:", style: bold },
    { text: " more is needed", style: regular },
  ];
  expect(breakLines(spans, 10, measure)).toEqual([
    {
      spans: [
        { text: "No:", style: bold, x: 0 },
        { text: " more ", style: regular, x: 3 },
      ],
      height: 14,
    },
    { spans: [{ text: "is needed", style: regular, x: 0 }], height: 12 },
  ]);
});

const row = (height: number, keepsNext = false): Row => ({ gap: 0, height, keepsNext, parts: [] });
const rows = (count: number, height: number) => Array.from({ length: count }, () => row(height));

/** The heights of the rows on each page of 100 points. */
const heightsOnPages = (all: Row[]) =>
  pagesOf(all, 100).map((page) => page.map(({ row: { height } }) => height));

describe("pagesOf", () => {
  test("fills one page after another", () => {
    expect(heightsOnPages(rows(5, 40))).toEqual([[40, 40], [40, 40], [40]]);
    expect(heightsOnPages(rows(2, 50))).toEqual([[50, 50]]);
  });

  test("keeps a heading with what follows it", () => {
    expect(heightsOnPages([row(80), ...headingRows([row(10)]), row(30)])).toEqual([[80], [10, 30]]);
  });

  test("has a heading without anything after it on the last page", () => {
    expect(heightsOnPages([row(95), ...headingRows([row(10)])])).toEqual([[95], [10]]);
  });

  test("moves rows that belong together to the next page", () => {
    expect(heightsOnPages([row(50), ...rowsOnOnePage(rows(3, 20))])).toEqual([[50], [20, 20, 20]]);
  });

  test("separates them only if they are higher than a page", () => {
    expect(heightsOnPages([row(50), ...rowsOnOnePage(rows(6, 30))])).toEqual([
      [50],
      [30, 30, 30],
      [30, 30, 30],
    ]);
    expect(heightsOnPages([row(10), row(150), row(10)])).toEqual([[10], [150], [10]]);
  });

  test("has a gap above a row, except at the top of a page", () => {
    const pages = pagesOf(
      [
        { ...row(50), gap: 10 },
        { ...row(40), gap: 10 },
        { ...row(40), gap: 10 },
      ],
      100,
    );
    expect(pages.map((page) => page.map(({ y }) => y))).toEqual([[0, 60], [0]]);
  });
});

test("the last page of a letter has at least four rows", () => {
  for (let count = 1; count <= 60; count += 1) {
    const pages = pagesOf(withoutShortEnd(rows(count, 10)), 100);
    expect(pages.at(-1)?.length, `${count} rows`).toBeGreaterThanOrEqual(Math.min(count, 4));
    expect(pages.flat()).toHaveLength(count);
  }
});

describe("listItem", () => {
  const style = { ...regular, leading: 10 };
  const itemOf = (lines: number, label = "F-3") =>
    listItem(
      {
        list: tagIn(null, "L"),
        label: { text: label, style },
        paragraphs: [{ spans: [{ text: Array(lines).fill("a").join("\n"), style }], gap: 3 }],
        gap: 8,
        indent: 50,
      },
      measure,
    );

  test("has the label next to the first line", () => {
    const [first, second] = itemOf(2);
    expect(first?.parts.map(({ tag, x, y }) => [tag.name, tag.parent?.name, x, y])).toEqual([
      ["Lbl", "LI", 0, 0],
      ["P", "LBody", 50, 0],
    ]);
    expect(first?.gap).toBe(8);
    expect(second?.parts).toHaveLength(1);
  });

  test("is on one page up to half a page", () => {
    expect(itemOf(30).map(({ keepsNext }) => keepsNext)).toEqual([...Array(29).fill(true), false]);
  });

  test("keeps the first three lines with the label if it is longer, and the last two", () => {
    const keeps = itemOf(60).map(({ keepsNext }) => keepsNext);
    expect(keeps.slice(0, 4)).toEqual([true, true, false, false]);
    expect(keeps.slice(-4)).toEqual([false, false, true, false]);
  });

  test("has its label without any text too", () => {
    const [first] = itemOf(0);
    expect(first?.height).toBe(10);
    expect(first?.parts.map(({ tag }) => tag.name)).toEqual(["Lbl"]);
  });

  test("sets a smaller first line on the label's baseline", () => {
    const [first] = listItem(
      {
        list: tagIn(null, "L"),
        label: { text: "F-3", style },
        paragraphs: [{ spans: [{ text: "Sheet A2.1", style: { ...style, size: 8 } }], gap: 0 }],
        gap: 8,
        indent: 50,
      },
      measure,
    );
    expect(first?.parts.map(({ y }) => y)).toEqual([0, expect.closeTo(1.81)]);
  });
});
