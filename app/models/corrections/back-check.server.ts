import { desc, eq } from "drizzle-orm";
import { type Connection, write } from "~/platform/db/db.server";
import { changesBetween, recordEvent } from "../audit.server";
import { changeRow, insertRow } from "../change-row.server";
import { nextReviewCycle, type ReviewCycle } from "../permits/permit";
import type { Permit } from "../permits/permit-scope.server";
import { personName } from "../person";
import type { Viewer } from "../policy";
import { notFound, Refusal, refusalAtField } from "../refusal";
import { isInReview } from "../review-cycles/plan-check";
import { refuseOtherCycle, refuseReleased } from "../review-cycles/plan-check.server";
import { backChecks, corrections } from "../tables.server";
import {
  type CorrectionStatus,
  correctionKinds,
  correctionStatuses,
  numberOf,
  type Verdict,
  verdicts,
} from "./correction";
import type { BackCheckInput } from "./correction.schema.server";
import {
  readStoredCorrection,
  refuseChanged,
  replaceSaved,
  type StoredCorrection,
} from "./correction.server";
import {
  readCorrectionContext,
  refuseUnassigned,
  releasedMeanwhile,
  takeBackDecision,
} from "./correction-context.server";

type BackCheckOptions = {
  permitId?: number;
  cycle?: ReviewCycle;
  expectedVersion?: string;
};

/** It replaces an earlier verdict of the cycle. */
export function saveBackCheck(
  viewer: Viewer,
  id: number,
  { verdict, remark = null }: BackCheckInput,
  options: BackCheckOptions = {},
) {
  return write(async (tx) => {
    const { correction, correctable } = await readBackCheckable(tx, viewer, id, options);
    const { permit } = correctable;
    const { replaced, statusBefore } = await readVerdicts(tx, correction, permit);
    // A second post of the form is no conflict with the first.
    if (replaced?.verdict === verdict && replaced.remark === remark) {
      return { ...correction, isDecisionTakenBack: false };
    }
    const saved = { verdict: replaced?.verdict ?? null, remark: replaced?.remark ?? null };
    await refuseChanged(tx, correction, options.expectedVersion, replaceSaved, saved);
    refuseVerdict(correction, statusBefore, verdict);
    const { status, remarkMessage } = verdicts[verdict];
    if (remarkMessage && !remark) throw refusalAtField("remark", remarkMessage);
    const made = { verdict, remark, byId: viewer.id, byName: personName(viewer) };
    const place = { correctionId: id, reviewCycle: permit.reviewCycle };
    if (replaced) await changeRow(tx, backChecks, replaced, made);
    else await insertRow(tx, backChecks, { ...place, ...made });
    const updated = await changeRow(tx, corrections, correction, { status });
    const change = changesBetween(
      { status: correction.status, verdict: replaced?.verdict, remark: replaced?.remark },
      { status, verdict, remark },
    );
    await recordEvent(tx, viewer, "correction.back-checked", id, change);
    return { ...updated, isDecisionTakenBack: await takeBackDecision(tx, viewer, correctable) };
  });
}

export function undoBackCheck(viewer: Viewer, id: number, options: BackCheckOptions = {}) {
  return write(async (tx) => {
    const { correction, correctable } = await readBackCheckable(tx, viewer, id, options);
    const { replaced, statusBefore } = await readVerdicts(tx, correction, correctable.permit);
    if (!replaced) throw notFound("Back-check");
    const { verdict, remark } = replaced;
    const readAgain = "It was not removed: read it again first.";
    await refuseChanged(tx, correction, options.expectedVersion, readAgain, { verdict, remark });
    await tx.delete(backChecks).where(eq(backChecks.id, replaced.id));
    const updated = await changeRow(tx, corrections, correction, { status: statusBefore });
    const change = changesBetween({ status: correction.status, verdict, remark }, { status: updated.status });
    await recordEvent(tx, viewer, "correction.back-check-removed", id, change);
    return { ...updated, isDecisionTakenBack: await takeBackDecision(tx, viewer, correctable) };
  });
}

async function readBackCheckable(
  tx: Connection,
  viewer: Viewer,
  id: number,
  { permitId, cycle, expectedVersion }: BackCheckOptions,
) {
  const correction = await readStoredCorrection(tx, viewer, id, permitId);
  const { discipline } = correction;
  const correctable = await readCorrectionContext(tx, viewer, correction.permitId, discipline, {
    capability: "back-check.write",
    expectedVersion,
  });
  const { planCheck } = correctable;
  const { reviewCycle } = correctable.permit;
  if (cycle) refuseOtherCycle(correctable.permit, cycle);
  if (!correctionKinds[correction.kind].isRequirement)
    throw new Refusal(409, `${numberOf(correction)} is a note: it has no back-check`);
  if (expectedVersion && !isInReview(planCheck)) throw await releasedMeanwhile(tx, planCheck);
  refuseReleased(planCheck);
  if (correction.firstLetterId === null) {
    const next = nextReviewCycle(reviewCycle);
    const later = next ? `: it is back-checked in ${next}` : "";
    throw new Refusal(409, `${numberOf(correction)} is new in ${reviewCycle}${later}`);
  }
  refuseUnassigned(correctable, discipline);
  return { correction, correctable };
}

async function readVerdicts(tx: Connection, { id }: StoredCorrection, { reviewCycle }: Permit) {
  const rows = await tx
    .select()
    .from(backChecks)
    .where(eq(backChecks.correctionId, id))
    .orderBy(desc(backChecks.id));
  const latest = rows.find((row) => row.reviewCycle !== reviewCycle);
  const statusBefore: CorrectionStatus = latest ? verdicts[latest.verdict].status : "open";
  return { replaced: rows.find((row) => row.reviewCycle === reviewCycle), statusBefore };
}

/** A correction that was open can be closed or stay open; a closed one can be opened again. */
function refuseVerdict(correction: StoredCorrection, before: CorrectionStatus, verdict: Verdict) {
  const wasOpen = correctionStatuses[before].isOpen;
  if (wasOpen === verdicts[verdict].isOnOpen) return;
  const state = wasOpen ? "open" : before;
  const message = `${numberOf(correction)} was ${state} when this cycle began${wasOpen ? "" : ": reopen it first"}`;
  throw refusalAtField("verdict", message);
}
