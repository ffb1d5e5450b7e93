import { and, eq } from "drizzle-orm";
import { type Connection, write } from "~/platform/db/db.server";
import { recordEvent } from "../audit.server";
import { type CalendarDate, formatDate } from "../calendar-date";
import { changeRow } from "../change-row.server";
import { dayOf, today } from "../clock.server";
import { failedStatuses } from "../mail/mail";
import type { ReviewCycle } from "../permits/permit";
import { lettersOfCycle, type Permit, type PermitLetter, readPermit } from "../permits/permit-scope.server";
import { allow, may, type Viewer } from "../policy";
import { notFound, Refusal, refusalAtField } from "../refusal";
import { isResubmitted } from "../review-cycles/plan-check";
import type { StoredPlanCheck } from "../review-cycles/plan-check.server";
import { refuseMailedEnough } from "../status-links/status-link.server";
import { mailOutbox, planChecks } from "../tables.server";
import { keepUndo, keptRow, restoreRows, type TakeBack } from "../undo.server";
import type { HandOverWay } from "./letter";
import { contentOf } from "./letter.server";
import { emailOfApplicant, mailLetter } from "./letter-email.server";

export type HandOver = {
  /** Today by default; null takes the hand-over back. */
  handedOverOn?: CalendarDate | null;
  reason?: string | null;
  /** By email to the applicant, today, with a status link; otherwise the user has handed it over. */
  how?: HandOverWay;
};

/** Stores the day on which the applicant got the letter (R13.18). */
export function handOverLetter(
  viewer: Viewer,
  permitId: number,
  cycle: ReviewCycle,
  { handedOverOn: chosen = today(), reason = null, how = "self" }: HandOver = {},
) {
  const handedOverOn = how === "mail" ? today() : chosen;
  return write(async (tx) => {
    const permit = await readPermit(viewer, permitId, tx);
    allow(viewer, "letter.hand-over", permit);
    const planCheck = await readPlanCheckOf(tx, permitId, cycle);
    if (cycle !== permit.reviewCycle) throw new Refusal(409, `${cycle} is over`);
    const letter = requireLetter(permit, planCheck);
    const { issuedOn, issue } = letter;
    if (handedOverOn !== null && (handedOverOn < issuedOn || handedOverOn > today())) {
      throw refusalAtField("handedOverOn", `Choose a day from ${formatDate(issuedOn)} to today`);
    }
    if (handedOverOn === planCheck.handedOverOn) {
      if (how === "self" || (await wasMailed(tx, planCheck, permit, issue))) return;
    }
    if (planCheck.handedOverOn) refuseChange(viewer, planCheck, reason);
    const emailId = how === "mail" ? await mailToApplicant(tx, viewer, permit, letter) : null;
    const after = await changeRow(tx, planChecks, planCheck, {
      handedOverOn,
      ...(handedOverOn === null ? takenBack(planCheck) : handedOver(planCheck, issue)),
      handOverEmailId: emailId,
    });
    const change = { handedOverOn: [planCheck.handedOverOn, handedOverOn], ...(reason && { reason }) };
    await recordEvent(tx, viewer, "plan-check.handed-over", planCheck.id, change);
    const rows = [{ table: "planChecks" as const, before: planCheck, after }];
    const emails = emailId === null ? [] : [emailId];
    await keepUndo(tx, viewer, "hand-over", { rows, emails }, permitId);
  });
}

type Issues = Pick<StoredPlanCheck, "handedOverIssue" | "formerIssue">;

/** The applicant has this issue of the letter now. */
export const handedOver = ({ handedOverIssue, formerIssue }: Issues, issue: number): Issues => ({
  handedOverIssue: issue,
  formerIssue: issue === handedOverIssue ? formerIssue : handedOverIssue,
});

/** The applicant has the issue from before again, if there was one. */
const takenBack = ({ formerIssue }: Issues): Issues => ({ handedOverIssue: formerIssue, formerIssue: null });

export const takeHandOverBack: TakeBack = async (tx, viewer, change) => {
  const { before, after } = keptRow(change, "planChecks");
  const permit = await readPermit(viewer, after?.permitId ?? 0, tx);
  allow(viewer, "letter.hand-over", permit);
  if (after?.reviewCycle !== permit.reviewCycle) throw new Refusal(409, `${after?.reviewCycle} is over`);
  await restoreRows(tx, change);
  const taken = { handedOverOn: [after.handedOverOn, before?.handedOverOn ?? null] };
  await recordEvent(tx, viewer, "plan-check.handed-over", after.id, taken);
};

async function mailToApplicant(tx: Connection, viewer: Viewer, permit: Permit, letter: PermitLetter) {
  if (!permit.applicantEmail) throw refusalAtField("how", "The permit has no email of the applicant");
  const forEmail = await emailOfApplicant(permit, tx);
  if (!forEmail) {
    throw refusalAtField(
      "how",
      `${permit.applicantEmail} belongs to a user of ${permit.city.cityName}, who reads the letter in the portal`,
    );
  }
  await refuseMailedEnough(tx, permit.id);
  const replaced = lettersOfCycle(permit).at(-2);
  const former = replaced && (await contentOf(replaced, tx));
  const content = await contentOf(letter, tx);
  return mailLetter(tx, viewer, { permit, forEmail, content, former, isHeld: true });
}

/** Whether this issue is on its way to the applicant's address: a second click mails nothing. */
async function wasMailed(
  tx: Connection,
  { handedOverIssue, handOverEmailId }: StoredPlanCheck,
  { applicantEmail }: Permit,
  issue: number,
): Promise<boolean> {
  if (handOverEmailId === null || handedOverIssue !== issue) return false;
  const [email] = await tx.select().from(mailOutbox).where(eq(mailOutbox.id, handOverEmailId));
  return email?.toAddress === applicantEmail && !failedStatuses.includes(email.status);
}

async function readPlanCheckOf(tx: Connection, permitId: number, cycle: ReviewCycle) {
  const [planCheck] = await tx
    .select()
    .from(planChecks)
    .where(and(eq(planChecks.permitId, permitId), eq(planChecks.reviewCycle, cycle)));
  if (!planCheck) throw notFound("Plan check");
  return planCheck;
}

function requireLetter(permit: Permit, { state, releasedAt }: StoredPlanCheck): PermitLetter {
  if (isResubmitted(state)) throw new Refusal(409, "The applicant has resubmitted");
  const letter = lettersOfCycle(permit).at(-1);
  if (!letter) throw new Refusal(409, "No letter was released yet");
  if (!releasedAt) throw new Refusal(409, "A corrected letter is being prepared");
  return letter;
}

/** Since the release, only the hand-over has changed the plan check. */
export const mayChangeHandOver = (viewer: Viewer, { updatedAt }: Pick<StoredPlanCheck, "updatedAt">) =>
  may(viewer, "plan-check.manage") || dayOf(updatedAt) === today();

function refuseChange(viewer: Viewer, planCheck: StoredPlanCheck, reason: string | null) {
  if (!mayChangeHandOver(viewer, planCheck)) {
    throw new Refusal(409, `This letter was handed over on ${formatDate(planCheck.handedOverOn)}`);
  }
  if (may(viewer, "plan-check.manage") && !reason) throw refusalAtField("reason", "Say why the day changes");
}
