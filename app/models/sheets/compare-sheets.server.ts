import { eq } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { renderPdf } from "../pdf/render-children.server";
import { permits, sheets } from "../tables.server";
import { pdfPageOf } from "./draw-sheet.server";
import { beginTurn, triedTwice } from "./job-turn.server";
import type { ClaimedJob, Settle } from "./render-jobs.server";
import { renderTasks } from "./render-task";
import { placeSheets } from "./sheet";
import { readStoredSheets } from "./stored-sheets.server";

type Compared = { id: number; comparedWithId: number; isChanged: boolean };

/** Compares sheets of a set with those of the cycle before. What cannot be compared counts as changed. */
export async function compareSheets(job: ClaimedJob, settle: Settle): Promise<void> {
  const pairs = await pairsOf(job);
  const goesOn = beginTurn();
  const compared: Compared[] = [];
  for (const { sheet, previous } of pairs) {
    if (!goesOn()) break;
    compared.push({ id: sheet.id, comparedWithId: previous.id, isChanged: !(await isSame(previous, sheet)) });
  }
  await settle(async (tx) => {
    for (const { id, ...changes } of compared) {
      await tx.update(sheets).set(changes).where(eq(sheets.id, id));
    }
    return compared.length === pairs.length ? "done" : {};
  });
}

type Place = { page: number; fileKey: string; sha256: string };

async function isSame(earlier: Place, later: Place): Promise<boolean> {
  if (earlier.sha256 === later.sha256 && earlier.page === later.page) return true;
  const task = { kind: "compare", earlier: pdfPageOf(earlier), later: pdfPageOf(later) } as const;
  const result = await triedTwice(() => renderPdf(task, renderTasks.compare));
  return result?.isSame ?? false;
}

async function pairsOf({ set }: ClaimedJob) {
  const [permit] = await db
    .select({ reviewCycle: permits.reviewCycle })
    .from(permits)
    .where(eq(permits.id, set.permitId));
  if (!permit) return [];
  const stored = await readStoredSheets(db, set.permitId);
  const files = new Map(stored.sets.map(({ id, fileKey, sha256 }) => [id, { fileKey, sha256 }]));
  const placed = placeSheets({ ...stored, reviewCycle: permit.reviewCycle }).flatMap((sheet) => {
    const file = files.get(sheet.planSetId);
    return file ? [{ ...sheet, ...file }] : [];
  });
  const byId = new Map(placed.map((sheet) => [sheet.id, sheet]));
  return placed.flatMap((sheet) => {
    const previous = sheet.previousId === null ? undefined : byId.get(sheet.previousId);
    const isOpen = sheet.planSetId === set.id && sheet.state === "matching";
    return isOpen && previous ? [{ sheet, previous }] : [];
  });
}
