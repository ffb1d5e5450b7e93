import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { makeItem, makeLetter, makeLetterDiscipline, makePlace } from "~/testing/letter-samples";
import { disciplines, disciplineValues } from "../discipline";
import type { Point } from "../markups/markup";
import { firstPlaces, frameAround, overlayOf, partOfSheet, withCutOuts } from "./cut-out";

const sheet = { width: 2592, height: 1728 };

describe("what is around a place", () => {
  const around = (...points: Point[]) => frameAround({ points }, sheet);

  test("is 6 × 4 in with a pin in its middle", () => {
    expect(around([0.5, 0.5])).toEqual({ left: 1080, top: 720, width: 432, height: 288 });
  });

  test("stays on the sheet at its edges", () => {
    expect(around([0, 0])).toMatchObject({ left: 0, top: 0 });
    expect(around([1, 1])).toMatchObject({ left: 2592 - 432, top: 1728 - 288 });
  });

  test("is larger than a shape by half, as wide as it is for a high one", () => {
    expect(around([0.25, 0.5], [0.75, 0.5])).toMatchObject({ width: 1944, height: 1296 });
    expect(around([0.5, 0.25], [0.5, 0.75])).toMatchObject({ width: 1944, height: 1296 });
  });

  test("has a sheet that is smaller in its middle, which is drawn as a whole", () => {
    const small = { width: 300, height: 200 };
    const frame = frameAround({ points: [[0.1, 0.1]] }, small);
    expect(frame).toEqual({ left: -66, top: -44, width: 432, height: 288 });
    const { part, x, y } = partOfSheet(frame, small);
    expect(part).toEqual({ left: 0, top: 0, width: 1, height: 1 });
    expect([x, y]).toEqual([92, 61]);
  });
});

const placed = makeItem({ id: 1, places: [makePlace(), makePlace({ sheetId: 22 })] });

test("the first places of open corrections are in the order of the letter", () => {
  const rows = [
    makeLetterDiscipline({
      open: [placed, makeItem({ id: 2 })],
      added: [makeItem({ id: 3, places: [makePlace({ sheetId: 23 })] })],
      conditions: [makeItem({ id: 4, places: [makePlace()] })],
    }),
    makeLetterDiscipline({ discipline: "Accessibility", open: [{ ...placed, id: 5 }] }),
  ];
  const first = firstPlaces(makeLetter({ disciplines: rows }));
  expect(first.map(({ item, place }) => [item.id, place.sheetId])).toEqual([
    [1, 21],
    [3, 23],
    [5, 21],
  ]);
});

test("each place says which picture it has, or that it has none", () => {
  const letter = makeLetter({ disciplines: [makeLetterDiscipline({ open: [placed, makeItem({ id: 2 })] })] });
  const [first] = placed.places ?? [];
  if (!first) throw new Error("No place");
  const [row] = withCutOuts(letter, new Map([[first, "abc"]])).disciplines;
  expect(row?.open.map(({ places }) => places?.map(({ cutOut }) => cutOut))).toEqual([
    ["abc", null],
    undefined,
  ]);
});

describe("over a cut-out", () => {
  const outlined = (text: string) => ({ paths: `<i>${text}</i>`, width: 9 * text.length });
  const overlay = (changes: Partial<Parameters<typeof makePlace>[0]>, discipline = disciplineValues[0]) => {
    const place = makePlace(changes);
    const item = makeItem({ number: "A-3" });
    return overlayOf(
      { discipline: discipline ?? "Fire", item, place },
      frameAround(place, sheet),
      sheet,
      outlined,
    );
  };

  test("is the number, with what is written beside a shape", () => {
    expect(overlay({})).toContain("<i>A-3</i>");
    expect(overlay({ text: "Show the anchor bolts of all walls" })).toContain(
      "<i>A-3 Show the anchor bolts o…</i>",
    );
  });

  test("is the shape, in points of the sheet", () => {
    const points: Point[] = [
      [0.5, 0.5],
      [0.6, 0.6],
    ];
    expect(overlay({ shape: "rectangle", points })).toContain('d="M1296 864H1555.2V1036.8H1296Z"');
  });

  test("is the color that the discipline has on sheets", () => {
    const css = readFileSync("app/ui/sheets/sheet-view.css", "utf8");
    for (const discipline of disciplineValues) {
      const [, ink = ""] = /stroke="(#\w{6})"/.exec(overlay({}, discipline)) ?? [];
      expect(css).toMatch(new RegExp(`--color-${disciplines[discipline].tone}: ${ink};`));
    }
  });
});
