import type { PlanSet, PlanSheet, SheetChange } from "./plan-set-drawing";

type Project = { project: string; address: string; dates: readonly string[] };

const firstSheets: PlanSheet[] = [
  { number: "A-001", title: "Cover sheet", drawing: "cover" },
  { number: "A-002", title: "General notes", drawing: "general-notes" },
  { number: "A-003", title: "Site plan", drawing: "site-plan" },
  { number: "A-101", title: "First floor plan", drawing: "floor-plan", level: 1 },
  { number: "A-102", title: "Second floor plan", drawing: "floor-plan", level: 2 },
  { number: "A-103", title: "Third floor plan", drawing: "floor-plan", level: 3 },
  { number: "A-104", title: "Roof plan", drawing: "roof-plan" },
  { number: "A-105", title: "First floor ceiling plan", drawing: "ceiling-plan", level: 1 },
  { number: "A-201", title: "South and north elevations", drawing: "elevations", level: 1 },
  { number: "A-202", title: "East and west elevations", drawing: "elevations", level: 2 },
  { number: "A-301", title: "Building sections", drawing: "sections" },
  { number: "A-401", title: "Enlarged plans", drawing: "enlarged-plans" },
  { number: "A-501", title: "Wall types and details", drawing: "wall-details" },
  { number: "A-601", title: "Door and window schedules", drawing: "schedules" },
  { number: "S1.1", title: "Structural notes", drawing: "structural-notes" },
  { number: "S2.1", title: "Foundation plan", drawing: "foundation-plan" },
  { number: "S2.2", title: "Second floor framing plan", drawing: "framing-plan", level: 2 },
  { number: "S3.1", title: "Structural details", drawing: "structural-details" },
  { number: "P-101", title: "First floor plumbing plan", drawing: "plumbing-plan", level: 1 },
  { number: "M-101", title: "First floor mechanical plan", drawing: "mechanical-plan", level: 1 },
  { number: "M-201", title: "Mechanical schedules", drawing: "equipment-schedules" },
  { number: "E-101", title: "First floor power plan", drawing: "power-plan", level: 1 },
  { number: "E-102", title: "Second floor lighting plan", drawing: "lighting-plan", level: 2 },
  { number: "E-201", title: "Single-line diagram", drawing: "single-line" },
];

type Revision = {
  changes: Record<string, Omit<SheetChange, "date">>;
  added?: { sheet: PlanSheet; after: string };
  dropped?: string;
};

/** What the applicant changed for each later review. A change without a delta is not announced on its sheet. */
const revisions: Revision[] = [
  {
    changes: {
      "A-001": { name: "index", delta: 1, words: "Plan check 1" },
      "A-101": { name: "shop door", delta: 1, words: "Plan check 1" },
      "A-102": { name: "electrical door", words: "" },
      "A-502": { name: "new sheet", delta: 1, words: "Plan check 1" },
      "S1.1": { name: "bearing pressure", words: "" },
      "S2.1": { name: "bay width", words: "" },
    },
    added: {
      sheet: { number: "A-502", title: "Exterior details", drawing: "exterior-details" },
      after: "A-501",
    },
    dropped: "M-201",
  },
  {
    changes: {
      "A-601": { name: "door rating", delta: 2, words: "Plan check 2" },
      "S2.2": { name: "beam", delta: 2, words: "Plan check 2" },
      "E-101": { name: "outlet height", words: "" },
    },
  },
];

/** The sheets of a review, from 0. */
function sheetsOf(review: number, dates: readonly string[]): PlanSheet[] {
  let sheets = firstSheets;
  for (const [index, { changes, added, dropped }] of revisions.slice(0, review).entries()) {
    const date = dates[index + 1] ?? "";
    sheets = sheets
      .filter(({ number }) => number !== dropped)
      .flatMap((sheet) => (sheet.number === added?.after ? [sheet, added.sheet] : [sheet]))
      .map((sheet) => {
        const change = changes[sheet.number];
        return change ? { ...sheet, changes: [...(sheet.changes ?? []), { ...change, date }] } : sheet;
      });
  }
  return sheets;
}

/** The complete set of a review, from 0, with bookmarks. `dates` has the date of each review. */
export function completeSet({ project, address, dates }: Project, review: number): PlanSet {
  return { project, address, date: dates[0] ?? "", sheets: sheetsOf(review, dates), hasBookmarks: true };
}

/** A-202 will say A-201. */
const sheetsWithMistakes =
  "A-001 A-002 A-003 A-101 A-102 A-104 A-201 A-202 A-301 S1.1 S2.1 S2.2 S3.1 E-101".split(" ");

/** A set without bookmarks, in which two sheets say is missing. */
export function setWithMistakes({ project, address, dates }: Project): PlanSet {
  const sheets = firstSheets
    .filter(({ number }) => sheetsWithMistakes.includes(number))
    .map((sheet) => (sheet.number === "A-202" ? { ...sheet, number: "A-201" } : sheet));
  return { project, address, date: dates[0] ?? "", sheets };
}
