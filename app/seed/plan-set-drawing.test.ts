import { beforeAll, describe, expect, test } from "vitest";
import { readPages, readPdf } from "~/testing/pdf-reader";
import { drawCalculationReport } from "./calculation-report";
import { completeSet, setWithMistakes } from "./demo-plan-sets";
import { drawPlanSet, type PlanSet } from "./plan-set-drawing";
import { drawScannedSurvey } from "./scanned-survey";

const project = {
  project: "Sierra View (Phase 2)",
  address: "323 Garden Lane, Oakville",
  dates: ["2026-07-14", "2026-09-02", "2026-10-21"],
};
const report = { ...project, date: "2026-07-14" };

const sizeOf = (dictionary: string) => /\/MediaBox \[(.*)\]/.exec(dictionary)?.[1];
const bookmarksOf = (pdf: Buffer) =>
  readPdf(pdf).objects.flatMap((object) =>
    object.includes("/Dest [") ? /\/Title \((.*)\)/.exec(object)?.[1] : [],
  );

describe("the complete sets", () => {
  const sets = [0, 1, 2].map((review) => completeSet(project, review));
  let pdfs: Buffer[];
  let contents: Map<string, string>[];

  beforeAll(async () => {
    pdfs = await Promise.all(sets.map(drawPlanSet));
    contents = pdfs.map((pdf, index) => {
      const pages = readPages(pdf);
      return new Map(sets[index]?.sheets.map(({ number }, page) => [number, pages[page]?.content ?? ""]));
    });
  });

  const changedBetween = (before: number, after: number) =>
    [...(contents[after] ?? [])].flatMap(([number, content]) => {
      const old = contents[before]?.get(number);
      return old !== undefined && old !== content ? number : [];
    });
  const sheet = (review: number, number: string) => contents[review]?.get(number) ?? "";

  test("have 24 sheets of 36 by 24 inches with many elements, and a bookmark each", () => {
    for (const [index, pdf] of pdfs.entries()) {
      const pages = readPages(pdf);
      expect(pages).toHaveLength(24);
      expect(new Set(pages.map(({ dictionary }) => sizeOf(dictionary)))).toEqual(new Set(["0 0 2592 1728"]));
      const elements = pages.map(({ content }) => content.match(/ (m|Tj)( ET)?$/gm)?.length ?? 0);
      expect(Math.min(...elements)).toBeGreaterThan(300);
      expect(bookmarksOf(pdf)).toEqual(sets[index]?.sheets.map(({ number, title }) => `${number} ${title}`));
      expect(pdf.length).toBeLessThan(1024 * 1024);
    }
  });

  test("have the same bytes each time", async () => {
    const again = await drawPlanSet(completeSet(project, 1));
    expect(pdfs[1]?.equals(again)).toBe(true);
  });

  test("say their number and project on each sheet", () => {
    for (const [number, content] of contents[0] ?? []) {
      expect(content).toContain(`(${number}) Tj`);
      expect(content).toContain("\\(PHASE");
    }
  });

  test("differ only in the planted changes", () => {
    expect(changedBetween(0, 1)).toEqual(["A-001", "A-101", "A-102", "S1.1", "S2.1"]);
    expect(changedBetween(1, 2)).toEqual(["A-601", "S2.2", "E-101"]);
    expect(sheet(0, "A-502")).toBe("");
    expect(sheet(1, "A-502")).not.toBe("");
    expect(sheet(0, "M-201")).not.toBe("");
    expect(sheet(1, "M-201")).toBe("");
  });

  test("announce some changes with a delta, a cloud and a date, and others not at all", () => {
    for (const [review, number, date] of [
      [1, "A-101", "2026-09-02"],
      [2, "A-601", "2026-10-21"],
    ] as const) {
      expect(sheet(review, number)).toContain(`(${date}) Tj`);
      expect(sheet(review, number)).toContain(`(${review}) Tj`);
    }
    for (const number of ["A-102", "S1.1", "S2.1"]) expect(sheet(1, number)).not.toContain("2026-09-02");
  });

  test("change a digit of a note and of a dimension, and move a door", () => {
    expect(sheet(0, "S1.1")).toContain("2,500 PSF");
    expect(sheet(1, "S1.1")).toContain("2,000 PSF");
    expect(sheet(0, "S2.1")).not.toContain(`(24'-6") Tj`);
    expect(sheet(1, "S2.1")).toContain(`(24'-6") Tj`);
    const wordsOf = (content: string) => content.match(/\(.*\) Tj/g);
    expect(wordsOf(sheet(1, "A-102"))).toEqual(wordsOf(sheet(0, "A-102")));
  });
});

test("the set with mistakes has a number twice, lacks another, and has no bookmarks", async () => {
  const set: PlanSet = setWithMistakes(project);
  const pdf = await drawPlanSet(set);
  const numbers = set.sheets.map(({ number }) => number);
  expect(readPages(pdf)).toHaveLength(14);
  expect(numbers.filter((number) => number === "A-201")).toHaveLength(2);
  expect(numbers).toContain("A-102");
  expect(numbers).not.toContain("A-103");
  expect(numbers).toContain("A-104");
  expect(bookmarksOf(pdf)).toEqual([]);
  expect(readPdf(pdf).catalog).not.toContain("/Outlines");
});

test("the report of calculations has twelve pages of letter paper, and the same bytes each time", async () => {
  const pdf = await drawCalculationReport(report);
  expect(readPages(pdf).map(({ dictionary }) => sizeOf(dictionary))).toEqual(Array(12).fill("0 0 612 792"));
  expect(pdf.equals(await drawCalculationReport(report))).toBe(true);
});

test("the scanned survey is a small picture without text, and the same bytes each time", async () => {
  const pdf = await drawScannedSurvey(report);
  const [page] = readPages(pdf);
  expect(sizeOf(page?.dictionary ?? "")).toBe("0 0 2592 1728");
  expect(page?.content).not.toMatch(/T[jJ]|BT/);
  expect(readPdf(pdf).objects.filter((object) => object.includes("/Subtype /Image"))).toHaveLength(1);
  expect(pdf.length).toBeLessThan(400 * 1024);
  expect(pdf.equals(await drawScannedSurvey(report))).toBe(true);
});
