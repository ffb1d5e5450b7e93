import { byCycle } from "~/models/permits/permit";
import { type Findings, noFindings } from "~/models/sheets/plan-set";
import { sheetNumberKey } from "~/models/sheets/sheet-number";
import { numberFromBookmark } from "~/models/sheets/title-block";
import type { planFiles, planSets, sheets } from "~/models/tables.server";

export type PlanFileRow = typeof planFiles.$inferInsert;
type StoredFile = PlanFileRow & { id: number };

export type SeedSheet = { number: string | null; title: string | null; isChanged?: boolean };

/** What the check of a file finds. */
export type SeedPlanSet = {
  sheets: SeedSheet[];
  size: { width: number; height: number };
  isDocument?: boolean;
  isConfirmed?: boolean;
  /** Numbers of the set before that this one lacks. */
  withdrawn?: string[];
  findings?: Findings;
};

const sampleSize = { width: 1296, height: 864 };

/** A sample file has one sheet, whose number and title are its name. */
export function sampleSet({ fileName }: PlanFileRow): SeedPlanSet {
  const name = fileName.replace(/( rev \d+| for PC\d+)?\.pdf$/, "");
  const { number, title } = numberFromBookmark(name) ?? { number: null, title: null };
  return { sheets: [{ number, title }], size: sampleSize, isConfirmed: !/ for PC\d+\.pdf$/.test(fileName) };
}

type SheetRows = { planSets: (typeof planSets.$inferInsert)[]; sheets: (typeof sheets.$inferInsert)[] };

/** Returns the rows that the check of each PDF would store. A plan set has the id of its file. */
export function sheetRows(
  files: StoredFile[],
  setOf: (file: StoredFile) => SeedPlanSet = sampleSet,
  firstId = 1,
): SheetRows {
  const rows: SheetRows = { planSets: [], sheets: [] };
  const latest = new Map<string, { row: SheetRows["sheets"][number]; id: number; sha256: string }>();
  const plans = files.filter(({ kind, origin = "submitted" }) => kind === "pdf" && origin === "submitted");
  for (const file of plans.toSorted((one, other) => byCycle(one.reviewCycle, other.reviewCycle))) {
    const set = setOf(file);
    rows.planSets.push(planSetRow(file, set));
    // A sheet is not compared with one of its own file.
    const earlier = new Map(latest);
    for (const [index, sheet] of set.sheets.entries()) {
      const id = firstId + rows.sheets.length;
      const key = keyOf(file, sheet.number ?? `page ${id}`);
      const before = earlier.get(key);
      const row = {
        id,
        ...{ planSetId: file.id, permitId: file.permitId, page: index + 1, ...set.size },
        ...{ number: sheet.number, title: sheet.title },
        numberSource: sheet.number === null ? null : ("text" as const),
        comparedWithId: before?.id ?? null,
        isChanged: before ? (sheet.isChanged ?? before.sha256 !== file.sha256) : null,
        ...{ withdrawnAt: null, withdrawnIn: null },
        updatedAt: file.uploadedAt,
      };
      rows.sheets.push(row);
      latest.set(key, { row, id, sha256: file.sha256 });
    }
    for (const number of set.withdrawn ?? []) {
      const before = latest.get(keyOf(file, number));
      if (before) Object.assign(before.row, { withdrawnAt: file.uploadedAt, withdrawnIn: file.reviewCycle });
    }
  }
  return rows;
}

const keyOf = ({ permitId }: StoredFile, number: string): string => `${permitId} ${sheetNumberKey(number)}`;

const planSetRow = (file: StoredFile, set: SeedPlanSet): SheetRows["planSets"][number] => ({
  ...{ id: file.id, planFileId: file.id, permitId: file.permitId, reviewCycle: file.reviewCycle },
  kind: set.isDocument ? "document" : "drawings",
  state: "ready",
  findings: set.findings ?? noFindings,
  confirmedAt: set.isConfirmed ? file.uploadedAt : null,
  confirmedById: set.isConfirmed ? (file.uploadedById ?? null) : null,
  updatedAt: file.uploadedAt,
});
