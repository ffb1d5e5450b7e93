import { expect, test } from "vitest";
import type { ReviewCycle } from "../permits/permit";
import { placeSheets, type StoredSet, type StoredSheet } from "./sheet";

type Part = Partial<StoredSet> & { sheets: (string | Partial<StoredSheet>)[] };

/** Places the sheets of sets in the order of upload, and returns them by "set.page". */
function placed(parts: Part[], reviewCycle: ReviewCycle = "PC1") {
  const sets = parts.map(({ sheets: _, ...set }, index) => ({
    ...({ id: index + 1, reviewCycle: "PC1", kind: "drawings", state: "ready", confirmedAt: null } as const),
    ...{ isSetAside: false, settled: null },
    ...set,
  }));
  const sheets = parts.flatMap((part, set) =>
    part.sheets.map((sheet, index) => ({
      ...{ id: (set + 1) * 100 + index + 1, planSetId: set + 1, page: index + 1, title: null },
      ...{ comparedWithId: null, isChanged: null, withdrawnAt: null, withdrawnIn: null, number: null },
      ...(typeof sheet === "string" ? { number: sheet } : sheet),
    })),
  );
  return placeSheets({ sets, sheets, reviewCycle });
}

const current = (parts: Part[], reviewCycle?: ReviewCycle) =>
  placed(parts, reviewCycle)
    .filter(({ isCurrent }) => isCurrent)
    .map(({ id }) => id);

const cycle = (reviewCycle: ReviewCycle, sheets: Part["sheets"], set: Partial<StoredSet> = {}): Part => ({
  reviewCycle,
  sheets,
  ...set,
});

test("the current set is the latest sheet of each number, however it is spelled, and every page without one", () => {
  expect(current([cycle("PC1", ["A-101", "A-102", {}]), cycle("PC2", ["a101"])], "PC2")).toEqual([
    102, 103, 201,
  ]);
});

test("within a cycle the later upload replaces", () => {
  expect(current([cycle("PC1", ["A-101", "A-102"]), cycle("PC1", ["A-101"])])).toEqual([102, 201]);
});

test("two of one file both count until somebody says that one replaces the other", () => {
  const twice = placed([cycle("PC1", ["A-201", "A-201", "A-301"])]);
  expect(twice.map(({ isCurrent, isDoubtful }) => [isCurrent, isDoubtful])).toEqual([
    [true, true],
    [true, true],
    [true, false],
  ]);
  const settled = { gaps: [], replacing: [102], carriedOver: [] };
  expect(current([cycle("PC1", ["A-201", "A-201", "A-301"], { settled })])).toEqual([102, 103]);
});

test("sheets of a cycle that has not begun count once their list is confirmed", () => {
  const sets = (confirmedAt: string | null) => [
    cycle("PC1", ["A-101"]),
    cycle("PC2", ["A-101"], { confirmedAt }),
  ];
  expect(current(sets(null))).toEqual([101]);
  expect(current(sets("2026-11-29T10:00:00.000Z"))).toEqual([201]);
  expect(current(sets(null), "PC2")).toEqual([201]);
});

test("a sheet that a later cycle has withdrawn counts no more, and none before it; one sent again does", () => {
  const withdrawn = { number: "A-105", withdrawnAt: "2026-11-29T10:00:00.000Z", withdrawnIn: "PC3" } as const;
  const sets = [cycle("PC1", ["A-105"]), cycle("PC2", [withdrawn]), cycle("PC3", ["A-101"])];
  expect(current(sets, "PC3")).toEqual([301]);
  expect(current([...sets, cycle("PC3", ["A-105"])], "PC3")).toEqual([301, 401]);
});

test("a sheet that was sent by mistake and withdrawn in its own cycle leaves the one before", () => {
  const mistake = { number: "A-105", withdrawnAt: "2026-11-29T10:00:00.000Z", withdrawnIn: "PC2" } as const;
  expect(current([cycle("PC1", ["A-105"]), cycle("PC2", [mistake])], "PC2")).toEqual([101]);
});

test("a file that is set aside is in no set", () => {
  expect(current([cycle("PC1", ["A-101"]), cycle("PC1", ["A-101"], { isSetAside: true })])).toEqual([101]);
});

test("pages of a document have no state, and replace nothing", () => {
  const [sheet, page] = placed(
    [cycle("PC1", ["A-101"]), cycle("PC2", ["A-101"], { kind: "document" })],
    "PC2",
  );
  expect(sheet).toMatchObject({ isCurrent: true });
  expect(page).toMatchObject({ isDocument: true, isCurrent: true, state: null, previousId: null });
});

test("a sheet is compared with the latest of an earlier cycle, and its state says what came of it", () => {
  const state = (sheet: Partial<StoredSheet>) =>
    placed(
      [
        cycle("PC1", ["A-101"]),
        cycle("PC2", ["A-101"]),
        cycle("PC3", [{ number: "A-101", ...sheet }, "A-9"]),
      ],
      "PC3",
    ).slice(2);
  const [first, other] = state({});
  expect(first).toMatchObject({ previousId: 201, state: "matching" });
  expect(other).toMatchObject({ previousId: null, state: "new" });
  expect(state({ comparedWithId: 201, isChanged: false })[0]).toMatchObject({ state: "same" });
  expect(state({ comparedWithId: 201, isChanged: true })[0]).toMatchObject({ state: "changed" });
  // It was compared with a sheet that is another one's number by now.
  expect(state({ comparedWithId: 101, isChanged: false })[0]).toMatchObject({ state: "matching" });
});

test("sheets of the first cycle that a permit has sheets of are not new", () => {
  expect(placed([cycle("PC2", ["A-101"])], "PC2")[0]).toMatchObject({ state: null });
});
