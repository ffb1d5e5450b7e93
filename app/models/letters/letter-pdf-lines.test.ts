import { describe, expect, test } from "vitest";
import { breakLines, type Measure, type TextStyle } from "./letter-pdf-lines";

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
