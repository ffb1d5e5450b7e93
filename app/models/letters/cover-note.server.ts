import { write } from "~/platform/db/db.server";
import { recordEvent } from "../audit.server";
import { changeRow } from "../change-row.server";
import type { ReviewCycle } from "../permits/permit";
import { readPermit } from "../permits/permit-scope.server";
import { allow, type Viewer } from "../policy";
import { requireOpenPlanCheck } from "../review-cycles/plan-check.server";
import { refuseStale } from "../stale-row.server";
import { planChecks } from "../tables.server";

const staleNote =
  "Another user changed this plan check after you opened the note. Save again to replace what is there.";

export function saveCoverNote(
  viewer: Viewer,
  permitId: number,
  cycle: ReviewCycle,
  coverNote: string | null,
  expectedVersion?: string,
) {
  return write(async (tx) => {
    const permit = await readPermit(viewer, permitId, tx);
    allow(viewer, "letter.release", permit);
    const planCheck = await requireOpenPlanCheck(tx, permit, cycle);
    // The same form sent a second time must not be an edit conflict with itself.
    if (planCheck.coverNote === coverNote) return;
    const { id, updatedAt } = planCheck;
    const current = { coverNote: planCheck.coverNote, updatedAt };
    await refuseStale({ updatedAt }, expectedVersion, staleNote, current);
    await changeRow(tx, planChecks, planCheck, { coverNote });
    await recordEvent(tx, viewer, "plan-check.updated", id, { coverNote: [planCheck.coverNote, coverNote] });
  });
}
