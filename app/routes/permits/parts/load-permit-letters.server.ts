import { formatDate } from "~/models/calendar-date";
import { mayChangeHandOver } from "~/models/letters/hand-over.server";
import { outcomeWords } from "~/models/letters/letter";
import { isFinal, nextReviewCycle } from "~/models/permits/permit";
import { lettersOfCycle, type Permit, type PermitLetter } from "~/models/permits/permit-scope.server";
import { may, type Viewer } from "~/models/policy";
import { effectiveStateOf, isReviewOpen } from "~/models/review-cycles/plan-check";

export function loadPermitLetters(viewer: Viewer, permit: Permit) {
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
  };
}

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
