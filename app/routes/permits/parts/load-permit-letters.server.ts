import {
  answeredBy,
  answeredLetter,
  areSent,
  countAnswers,
  mayAnswer,
  returnOf,
} from "~/models/answers/answer.server";
import { formatDate } from "~/models/calendar-date";
import { dayOf } from "~/models/clock.server";
import { mayChangeHandOver } from "~/models/letters/hand-over.server";
import { outcomeWords } from "~/models/letters/letter";
import { isFinal, nextReviewCycle } from "~/models/permits/permit";
import { lettersOfCycle, type Permit, type PermitLetter } from "~/models/permits/permit-scope.server";
import { may, type Viewer } from "~/models/policy";
import { effectiveStateOf, isReviewOpen } from "~/models/review-cycles/plan-check";

export async function loadPermitLetters(viewer: Viewer, permit: Permit) {
  const current = lettersOfCycle(permit).at(-1);
  const state = effectiveStateOf(permit.planCheck);
  const isReleased = current !== undefined && ["released", "closed"].includes(state);
  const { planCheck } = permit;
  const handedOverOn = planCheck?.handedOverOn ?? null;
  const mayManage = may(viewer, "plan-check.manage", permit);
  const isHandOver = current !== undefined && may(viewer, "letter.hand-over", permit);
  const isLast = nextReviewCycle(permit.reviewCycle) === undefined;
  const mayReopen =
    permit.city.usesCorrections &&
    mayManage &&
    !isFinal(permit.status) &&
    (isReleased || (state === "resubmitted" && isLast));
  return {
    ...listOfLetters(permit),
    handedOver: handedOverOn && formatDate(handedOverOn),
    mayHandOver:
      isHandOver &&
      isReleased &&
      (handedOverOn === null || (planCheck !== null && mayChangeHandOver(viewer, planCheck))),
    mayReopen,
    answers: await loadAnswerLine(viewer, permit),
    mayReturn: state === "resubmitted" && may(viewer, "resubmittal.return", permit),
    failedEmail: mayManage ? (planCheck?.handOverFailedTo ?? null) : null,
  };
}

/** "12 of 30 corrections answered", and who sent the resubmittal, or why it was returned. */
async function loadAnswerLine(viewer: Viewer, permit: Permit) {
  if (!may(viewer, "answer.write", permit)) return null;
  const letter = answeredLetter(viewer, permit);
  const counts = await countAnswers(viewer, permit);
  if (!letter || !counts) return null;
  return {
    ...counts,
    resubmitted: areSent(permit.planCheck, letter) ? resubmittalText(viewer, permit) : null,
    returnRemark: returnOf(permit)?.returnRemark ?? null,
    isOpen: mayAnswer(viewer, permit),
  };
}

/** "Dec 4, 2026 by Carl Clerk" */
function resubmittalText(viewer: Viewer, permit: Permit): string | null {
  const { resubmittedAt = null, resubmittedByName = null, resubmittedVia = null } = permit.planCheck ?? {};
  if (resubmittedAt === null || resubmittedByName === null || resubmittedVia === null) return null;
  const by = answeredBy(viewer, permit, { byName: resubmittedByName, via: resubmittedVia });
  return `${formatDate(dayOf(resubmittedAt))} by ${by}`;
}

export type AnswerLinesData = Pick<Awaited<ReturnType<typeof loadPermitLetters>>, "answers" | "failedEmail">;

export type LetterListData = ReturnType<typeof listOfLetters>;

export function listOfLetters(permit: Permit) {
  const hasLetter = permit.cyclesWithLetter.includes(permit.reviewCycle);
  return {
    list: permit.letters.toReversed().map((letter) => shownLetter(letter, permit)),
    /** Its plan check was opened again. */
    isBeingCorrected: isReviewOpen(permit) && hasLetter,
  };
}

/** What a letter does not have is left out, for fewer bytes. */
function shownLetter(letter: PermitLetter, { letters, city }: Permit) {
  const { id, number, issuedOn, outcome, supersededById } = letter;
  const successor = letters.find((other) => other.id === supersededById);
  return {
    id,
    number,
    issued: formatDate(issuedOn),
    outcome: outcomeWords(outcome, city.approvalWording),
    ...(successor && { supersededBy: successor.number }),
  };
}
