import { formatDate } from "~/models/calendar-date";
import { today } from "~/models/clock.server";
import { failures } from "~/models/failures";
import { handOverLetter, mayChangeHandOver } from "~/models/letters/hand-over.server";
import { outcomeWords } from "~/models/letters/letter";
import { HandOverSchema, ReopenSchema } from "~/models/letters/letter.schema.server";
import { reopenPlanCheck } from "~/models/letters/reopen.server";
import { isFinal, nextReviewCycle } from "~/models/permits/permit";
import { lettersOfCycle, type Permit, type PermitLetter } from "~/models/permits/permit-scope.server";
import { cancelledMessage, effectiveStateOf, isReviewOpen } from "~/models/plan-checks/plan-check";
import { may, type Viewer } from "~/models/policy";
import { formReturningTo, openDialog, type RowRequest } from "~/page-forms.server";

export type PermitLetters = Awaited<ReturnType<typeof loadPermitLetters>>;

export async function loadPermitLetters(viewer: Viewer, permit: Permit, url: URL) {
  const current = lettersOfCycle(permit).at(-1);
  const state = effectiveStateOf(permit.planCheck);
  const isReleased = current !== undefined && ["released", "closed"].includes(state);
  const { planCheck } = permit;
  const handedOverOn = planCheck?.handedOverOn ?? null;
  const mayManage = may(viewer, "plan-check.manage", permit);
  const context = { permit, url, issuedOn: current?.issuedOn ?? "", handedOverOn, mayManage };
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
    // The dialogs stay open when another user was first, to keep what was typed.
    dialog: await openDialog(context, {
      ...(isHandOver && { "hand-over": handOverDialog }),
      ...(mayManage && { reopen: reopenDialog }),
    }),
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

type DialogContext = {
  permit: Permit;
  url: URL;
  issuedOn: string;
  handedOverOn: string | null;
  mayManage: boolean;
};

async function handOverDialog({ permit, issuedOn, handedOverOn, mayManage }: DialogContext) {
  return {
    cycle: permit.reviewCycle,
    first: issuedOn,
    last: today(),
    handedOverOn,
    mayClear: handedOverOn !== null,
    needsReason: mayManage && handedOverOn !== null,
  };
}

const reopenDialog = async ({ permit }: DialogContext) => ({
  cycle: permit.reviewCycle,
  obstacle: cancelledMessage(permit),
});

const form = formReturningTo<RowRequest>(({ url }) => `${url.pathname}#plan-check`);

export const handOverForms = {
  "dialog=hand-over": form({
    schema: HandOverSchema,
    failure: failures.handOverLetter,
    command: ({ viewer, id }, { cycle, handedOverOn, clears, reason }) =>
      handOverLetter(viewer, id, cycle, { handedOverOn: clears ? null : handedOverOn, reason }),
    says: (_, { clears }) => (clears ? "The hand-over was taken back" : "Handed over to the applicant"),
  }),
};

export const permitLetterForms = {
  ...handOverForms,
  "dialog=reopen": form({
    schema: ReopenSchema,
    failure: failures.reopenPlanCheck,
    command: ({ viewer, id }, { cycle, reason }) => reopenPlanCheck(viewer, id, cycle, { reason }),
    says: (_, { cycle }) => `${cycle} is open again`,
  }),
};
