import { and, desc, eq } from "drizzle-orm";
import { recordEvent } from "../audit.server";
import { nextMoment, now } from "../clock.server";
import { type Connection, write } from "../db.server";
import { nextReviewCycle } from "../permits/permit";
import type { Permit } from "../permits/permit-scope.server";
import { displayName } from "../person";
import type { Viewer } from "../policy";
import { fieldRefusal, notFound, Refusal } from "../refusal";
import { backChecks, corrections } from "../tables.server";
import { readCorrectable, refuseUnassigned, takeBackDecision } from "./correctable.server";
import { type CorrectionStatus, isDraft, numberOf, type Verdict, verdicts } from "./correction";
import type { BackCheckInput } from "./correction.form.server";
import { readStoredCorrection, refuseStaleCorrection, type StoredCorrection } from "./correction.server";

type BackCheckOptions = { permitId?: number; expectedVersion?: string };
type Result = StoredCorrection & { isDecisionTakenBack: boolean };

/**
 * Saves the verdict on a correction in the permit's current cycle; it replaces an earlier one of this cycle. Throws 404
 * when the correction does not exist or is not on the permit of `permitId`, 403 for another discipline than the
 * viewer's own, 400 with a field error for a missing remark or a verdict that its status does not allow, 409 for a
 * correction of this cycle, and 409 with the current row when `expectedVersion` is outdated.
 */
export function saveBackCheck(
  viewer: Viewer,
  id: number,
  { verdict, remark = null }: BackCheckInput,
  { permitId, expectedVersion }: BackCheckOptions = {},
): Promise<Result> {
  return write(async (tx) => {
    const { correction, correctable } = await readBackCheckable(tx, viewer, id, permitId);
    const { permit } = correctable;
    await refuseStaleCorrection(tx, correction, expectedVersion);
    const before = await statusBefore(tx, correction, permit);
    refuseVerdict(correction, before, verdict);
    const { status, remarkMessage } = verdicts[verdict];
    if (remarkMessage && !remark) throw fieldRefusal("remark", remarkMessage);
    const moment = now();
    const by = { byId: viewer.id, byName: displayName(viewer) };
    await tx
      .insert(backChecks)
      .values({
        correctionId: id,
        reviewCycle: permit.reviewCycle,
        verdict,
        remark,
        ...by,
        createdAt: moment,
        updatedAt: moment,
      })
      .onConflictDoUpdate({
        target: [backChecks.correctionId, backChecks.reviewCycle],
        set: { verdict, remark, ...by, updatedAt: moment },
      });
    const updated = await setStatus(tx, correction, status);
    const change = { status: [correction.status, status], verdict: [null, verdict], remark: [null, remark] };
    await recordEvent(tx, viewer, "correction.back-checked", id, change);
    return { ...updated, isDecisionTakenBack: await takeBackDecision(tx, viewer, correctable) };
  });
}

/** Removes the verdict of the current cycle, and sets the status that was before it. Refuses as `saveBackCheck` does. */
export function undoBackCheck(
  viewer: Viewer,
  id: number,
  { permitId, expectedVersion }: BackCheckOptions = {},
): Promise<Result> {
  return write(async (tx) => {
    const { correction, correctable } = await readBackCheckable(tx, viewer, id, permitId);
    await refuseStaleCorrection(tx, correction, expectedVersion);
    const { permit } = correctable;
    const [removed] = await tx
      .delete(backChecks)
      .where(and(eq(backChecks.correctionId, id), eq(backChecks.reviewCycle, permit.reviewCycle)))
      .returning();
    if (!removed) throw notFound("Back-check");
    const updated = await setStatus(tx, correction, await statusBefore(tx, correction, permit));
    const change = { status: [correction.status, updated.status], verdict: [removed.verdict, null] };
    await recordEvent(tx, viewer, "correction.back-check-removed", id, change);
    return { ...updated, isDecisionTakenBack: await takeBackDecision(tx, viewer, correctable) };
  });
}

async function readBackCheckable(tx: Connection, viewer: Viewer, id: number, permitId?: number) {
  const correction = await readStoredCorrection(tx, viewer, id, permitId);
  const { discipline } = correction;
  const correctable = await readCorrectable(tx, viewer, correction.permitId, discipline, "back-check.write");
  const { reviewCycle } = correctable.permit;
  if (correction.kind === "note")
    throw new Refusal(409, `${numberOf(correction)} is a note: it has no back-check`);
  if (isDraft(correction, reviewCycle)) {
    const next = nextReviewCycle(reviewCycle);
    const later = next ? `: it is back-checked in ${next}` : "";
    throw new Refusal(409, `${numberOf(correction)} is new in ${reviewCycle}${later}`);
  }
  refuseUnassigned(correctable, discipline);
  return { correction, correctable };
}

/** Returns the status that the latest verdict before the current cycle has left. */
async function statusBefore(
  tx: Connection,
  { id }: StoredCorrection,
  { reviewCycle }: Permit,
): Promise<CorrectionStatus> {
  const rows = await tx
    .select({ reviewCycle: backChecks.reviewCycle, verdict: backChecks.verdict })
    .from(backChecks)
    .where(eq(backChecks.correctionId, id))
    .orderBy(desc(backChecks.id));
  const latest = rows.find((row) => row.reviewCycle !== reviewCycle);
  return latest ? verdicts[latest.verdict].status : "open";
}

/** A correction that was open can be closed or stay open; a closed one can be opened again. */
function refuseVerdict(correction: StoredCorrection, before: CorrectionStatus, verdict: Verdict): void {
  const wasOpen = before === "open";
  if (wasOpen === (verdict !== "reopened")) return;
  const state = wasOpen ? "open" : before;
  const message = `${numberOf(correction)} was ${state} when this cycle began${wasOpen ? "" : ": reopen it first"}`;
  throw fieldRefusal("verdict", message);
}

async function setStatus(
  tx: Connection,
  correction: StoredCorrection,
  status: CorrectionStatus,
): Promise<StoredCorrection> {
  const [updated = correction] = await tx
    .update(corrections)
    .set({ status, updatedAt: nextMoment(correction.updatedAt) })
    .where(eq(corrections.id, correction.id))
    .returning();
  return updated;
}
