import { and, eq, gte, inArray, isNotNull, or } from "drizzle-orm";
import { type Connection, write } from "~/platform/db/db.server";
import { recordEvent } from "../audit.server";
import { formatDate } from "../calendar-date";
import { changeRow } from "../change-row.server";
import { dayOf, now } from "../clock.server";
import { reviewedOrigins } from "../files/plan-file";
import type { NewPlanFile } from "../files/plan-file-store.server";
import { claimKey, scopedIdempotencyKey } from "../idempotency.server";
import { handedOver } from "../letters/hand-over.server";
import { emailOfApplicant } from "../letters/letter-email.server";
import { emailTo, queueEmails } from "../mail/mail.server";
import { notifyOfResubmittal, notifyOfReturnedResubmittal } from "../mail/resubmittal-email.server";
import { nextReviewCycle, permitNumberText, type ReviewCycle } from "../permits/permit";
import { lettersOfCycle, type Permit, type PermitLetter, readPermit } from "../permits/permit-scope.server";
import { attachFiles, contentsOf } from "../permits/plan-file.server";
import { personName } from "../person";
import { type Actor, allow, isApplicant, type Viewer } from "../policy";
import { Refusal, refusalAtField } from "../refusal";
import { isResubmitted } from "../review-cycles/plan-check";
import { refuseCancelled, requirePlanCheck, type StoredPlanCheck } from "../review-cycles/plan-check.server";
import { applicantOf, createStatusLink } from "../status-links/status-link.server";
import { correctionAnswers, planChecks, planFiles, planSets } from "../tables.server";
import {
  type AnsweredItem,
  allowAnswers,
  answerableLetter,
  answeredLetter,
  readAnswers,
  reasonToWait,
  refuseOutsideCycle,
  senderOf,
  shortList,
  unansweredNumbers,
} from "./answer.server";

type Resubmittal = {
  files: NewPlanFile[];
  /** Of an applicant, who has not signed in. */
  senderName?: string;
  formKey?: string;
};

/**
 * Sends all answers of a cycle with the revised plans, in one act. 400 while a correction is not answered or there are
 * no plans, 409 unless the letter is out and was not answered before.
 */
export function sendResubmittal(
  actor: Actor,
  permitId: number,
  cycle: ReviewCycle,
  { files, senderName, formKey }: Resubmittal,
): Promise<void> {
  return write(async (tx) => {
    const permit = await readPermit(actor, permitId, tx);
    allowAnswers(actor, permit);
    const key = scopedIdempotencyKey(formKey, actor, permitId);
    const sent = { cycle, senderName, files: contentsOf(files) };
    if (!(await claimKey(tx, "resubmittal", key, sent))) return;
    await refuseOutsideCycle(tx, actor, permit, cycle);
    refuseSecond(permit);
    const wait = reasonToWait(permit, answeredLetter(actor, permit));
    if (wait) throw new Refusal(409, wait);
    const letter = answerableLetter(actor, permit, cycle);
    const items = await readAnswers(permit, letter, tx);
    const unanswered = unansweredNumbers(items);
    if (unanswered.length > 0) throw refusalAtField("answers", `Answer ${shortList(unanswered)}`);
    const nextCycle = nextReviewCycle(cycle);
    await attachFiles(tx, actor, permit, { reviewCycle: nextCycle ?? cycle, files, formKey });
    const plans = await takePlans(tx, permit, letter, nextCycle);
    if (plans.length === 0) throw refusalAtField("files", "Add the revised plans");
    const sentAt = now();
    await setSent(tx, items, sentAt);
    const planCheck = await requirePlanCheck(tx, permit);
    const by = isApplicant(actor) ? (senderName ?? "Applicant") : personName(actor);
    await changeRow(tx, planChecks, planCheck, {
      state: "resubmitted",
      resubmittedAt: sentAt,
      resubmittedByName: by,
      resubmittedVia: senderOf(actor),
      // The days since the release were the applicant's.
      handedOverOn: planCheck.handedOverOn ?? letter.issuedOn,
      ...handedOver(planCheck, letter.issue),
      ...{ returnedAt: null, returnRemark: null },
    });
    await recordEvent(tx, actor, "plan-check.resubmitted", planCheck.id, { answers: items.length, by });
    const told = { letterNumber: letter.number, corrections: items.length, files: plans, nextCycle };
    await notifyOfResubmittal(tx, actor, permit, told);
    await confirmToApplicant(tx, actor, permit, by);
  });
}

function refuseSecond({ planCheck }: Permit): void {
  if (planCheck && isResubmitted(planCheck.state)) {
    throw new Refusal(409, "This plan check was resubmitted already");
  }
}

const isPlanOf = ({ id }: Permit) =>
  and(
    eq(planFiles.permitId, id),
    inArray(planFiles.origin, reviewedOrigins),
    eq(planFiles.isSetAside, false),
  );

/** Gives the next cycle what was added since the letter for the one that it ends, and returns the names of its plans. */
async function takePlans(tx: Connection, permit: Permit, letter: PermitLetter, nextCycle?: ReviewCycle) {
  const sinceLetter = and(
    eq(planFiles.reviewCycle, letter.reviewCycle),
    gte(planFiles.uploadedAt, letter.createdAt),
  );
  const isPlan = isPlanOf(permit);
  if (nextCycle) {
    const moved = await tx
      .update(planFiles)
      .set({ reviewCycle: nextCycle, awaitsCycle: true })
      .where(and(isPlan, or(sinceLetter, eq(planFiles.reviewCycle, nextCycle))))
      .returning({ id: planFiles.id });
    const ids = moved.map((file) => file.id);
    await tx.update(planSets).set({ reviewCycle: nextCycle }).where(inArray(planSets.planFileId, ids));
  }
  const plans = await tx
    .select({ fileName: planFiles.fileName })
    .from(planFiles)
    .where(and(isPlan, nextCycle ? eq(planFiles.reviewCycle, nextCycle) : sinceLetter))
    .orderBy(planFiles.uploadedAt, planFiles.id);
  return plans.map(({ fileName }) => fileName);
}

async function setSent(tx: Connection, items: readonly AnsweredItem[], sentAt: string): Promise<void> {
  const ids = items.flatMap(({ answer }) => answer?.id ?? []);
  // The version of the next letter covers the moment.
  await tx
    .update(correctionAnswers)
    .set({ sentAt, updatedAt: sentAt })
    .where(inArray(correctionAnswers.id, ids));
}

/** To an applicant whose email is known from the link, by the name that they have typed. */
async function confirmToApplicant(tx: Connection, actor: Actor, permit: Permit, by: string): Promise<void> {
  if (!isApplicant(actor) || !actor.email) return;
  const { path } = await createStatusLink(tx, actor, permit, { forEmail: actor.email });
  const about = `${permitNumberText(permit)}, ${permit.projectName}`;
  await queueEmails(
    tx,
    emailTo(
      { firstName: by, lastName: null, email: actor.email },
      {
        subject: `Received: ${about}`,
        lines: [`Your resubmittal for ${about} was received on ${formatDate(dayOf(now()))}.`],
        label: "Open the permit",
        path,
      },
    ),
  );
}

/** Gives an incomplete resubmittal back: its answers can be changed again. 409 unless it waits for the next cycle. */
export function returnResubmittal(
  viewer: Viewer,
  permitId: number,
  cycle: ReviewCycle,
  { remark }: { remark: string },
): Promise<void> {
  return write(async (tx) => {
    const permit = await readPermit(viewer, permitId, tx);
    allow(viewer, "resubmittal.return", permit);
    if (cycle !== permit.reviewCycle) throw new Refusal(409, `${cycle} is over`);
    refuseCancelled(permit);
    const planCheck = await requirePlanCheck(tx, permit);
    const { resubmittedAt } = planCheck;
    if (!isResubmitted(planCheck.state) || !resubmittedAt) {
      throw new Refusal(409, "There is no resubmittal to return");
    }
    const letter = lettersOfCycle(permit).at(-1);
    const items = letter ? await readAnswers(permit, letter, tx) : [];
    await takeBackAnswers(tx, items);
    await takeBackPlans(tx, permit);
    const empty = { resubmittedAt: null, resubmittedByName: null, resubmittedVia: null };
    const returned = { ...empty, state: "released", returnedAt: now(), returnRemark: remark } as const;
    await changeRow(tx, planChecks, planCheck, returned);
    await recordEvent(tx, viewer, "plan-check.resubmittal-returned", planCheck.id, { remark });
    const sentOn = dayOf(resubmittedAt);
    const applicant = await applicantToTell(tx, viewer, permit, planCheck);
    await notifyOfReturnedResubmittal(tx, viewer, permit, { sentOn, remark, applicant });
  });
}

async function takeBackAnswers(tx: Connection, items: readonly AnsweredItem[]): Promise<void> {
  const ids = items.flatMap(({ answer }) => answer?.id ?? []);
  await tx
    .update(correctionAnswers)
    .set({ sentAt: null, updatedAt: now() })
    .where(and(inArray(correctionAnswers.id, ids), isNotNull(correctionAnswers.sentAt)));
}

/** They wait for the applicant now, who sends them again. */
async function takeBackPlans(tx: Connection, permit: Permit): Promise<void> {
  const nextCycle = nextReviewCycle(permit.reviewCycle);
  if (!nextCycle) return;
  await tx
    .update(planFiles)
    .set({ awaitsCycle: false })
    .where(and(isPlanOf(permit), eq(planFiles.reviewCycle, nextCycle)));
}

/** Who got the letter by email, or has sent the resubmittal with a link, unless a user of the city has the address. */
async function applicantToTell(
  tx: Connection,
  viewer: Viewer,
  permit: Permit,
  { handOverEmailId, resubmittedVia }: StoredPlanCheck,
) {
  if (handOverEmailId === null && resubmittedVia !== "link") return null;
  const email = await emailOfApplicant(permit, tx);
  if (!email) return null;
  const { path } = await createStatusLink(tx, viewer, permit, { forEmail: email });
  return { ...applicantOf(permit), email, lastName: null, path };
}
