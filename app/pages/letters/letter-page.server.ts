import { type FormTable, openDialog, pageForm, type RowRequest, submitForm } from "~/form-table.server";
import { idParameter, pageAddress } from "~/models/address";
import type { Discipline } from "~/models/discipline";
import { failures } from "~/models/failures";
import { ReleaseForm, ReturnFields } from "~/models/letters/letter.form.server";
import { contentOf } from "~/models/letters/letter.server";
import { type LetterDraft, previewLetter } from "~/models/letters/letter-draft.server";
import { pageOfLetter } from "~/models/letters/letter-pages";
import { offeredStatus, releaseLetter, setsStatusByDefault } from "~/models/letters/release.server";
import { permitStatuses } from "~/models/permits/permit";
import { type Permit, readPermit } from "~/models/permits/permit-scope.server";
import { displayName } from "~/models/person";
import { cancelledNote, isReviewOpen } from "~/models/plan-checks/plan-check";
import { type Assignment, listAssignments } from "~/models/plan-review/assignment.server";
import { returnReview } from "~/models/plan-review/return-review.server";
import { isReviewer, may, type Viewer } from "~/models/policy";
import { notFound } from "~/models/refusal";
import { newIdempotencyKey } from "~/models/secret.server";
import { redirectWithSuccess } from "~/toast.server";
import { listOfLetters } from "./permit-letters.server";

export type LetterPreview = Awaited<ReturnType<typeof loadLetterPreview>>;

/** Returns what the pages of a permit's letters show of it. */
const permitOf = ({ id, urban37PermitNumber, revisionNumber, projectName, status }: Permit) => ({
  ...{ id, urban37PermitNumber, revisionNumber, projectName, status },
});

const backOf = (viewer: Viewer, id: number) =>
  isReviewer(viewer) ? `/employee-dashboard/permits/${id}` : `/permits/${id}`;

/**
 * Loads the letter of a permit as it would go out now, with what keeps it back. Throws 404 outside the viewer's scope and
 * for viewers outside the firm.
 */
export async function loadLetterPreview(viewer: Viewer, id: number, url: URL) {
  const draft = await previewLetter(viewer, id);
  const { permit, content, blockers, warnings, isOpen } = draft;
  const isReleaser = may(viewer, "letter.release", permit);
  const mayRelease = isOpen && isReleaser;
  const reviews = mayRelease ? draft.assignments : [];
  const decided = reviews.filter(
    ({ reviewCycle, decision }) => reviewCycle === permit.reviewCycle && decision !== null,
  );
  return {
    permit: permitOf(permit),
    back: backOf(viewer, id),
    letter: pageOfLetter(content, url.searchParams),
    blockers,
    warnings,
    letters: listOfLetters(permit),
    isOpen,
    mayRelease,
    /** The assignments that can be returned to their reviewers. */
    returnable: Object.fromEntries(
      decided.map(({ discipline, id: assignmentId }) => [discipline, assignmentId]),
    ) as Partial<Record<Discipline, number>>,
    // The dialogs stay open when another user was first, so that what was typed is not lost.
    dialog: isReleaser ? await openLetterDialog({ viewer, url, draft, decided }) : null,
  };
}

type DialogContext = { viewer: Viewer; url: URL; draft: LetterDraft; decided: Assignment[] };

const openLetterDialog = (context: DialogContext) =>
  openDialog(context, { release: releaseDialog, return: returnDialog });

const notOpen = ({ status }: Permit) =>
  status === "cancelled" ? cancelledNote : "This plan check is not in review";

async function releaseDialog({ draft }: DialogContext) {
  const { permit, content, warnings, blockers, recipients, version, isOpen } = draft;
  const status = offeredStatus(permit, content.outcome);
  return {
    cycle: permit.reviewCycle,
    letter: isOpen ? content.number : `the ${permit.reviewCycle} letter`,
    obstacles: isOpen ? blockers.map(({ what }) => what) : [notOpen(permit)],
    warnings,
    recipients: recipients.map((recipient) => ({
      name: displayName(recipient),
      email: recipient.email,
    })),
    isOnHold: permit.status === "hold",
    status:
      status && status !== permit.status
        ? { label: permitStatuses[status].label, isChecked: setsStatusByDefault(content) }
        : null,
    version,
    idempotencyKey: newIdempotencyKey(),
  };
}

async function returnDialog({ url, draft, decided }: DialogContext) {
  const assignment = decided.find(({ id }) => id === idParameter(url.searchParams, "assignmentId"));
  // The dialog stays open if the decision was taken back, so that the typed remark is not lost.
  return {
    discipline: assignment?.discipline ?? null,
    reviewer: assignment?.employeeName ?? null,
    isCancelled: draft.permit.status === "cancelled",
  };
}

export type LetterDialog = NonNullable<LetterPreview["dialog"]>;

const letterForms = {
  "dialog=release": pageForm({
    schema: ReleaseForm,
    failure: failures.releaseLetter,
    command: async ({ viewer, id }: RowRequest, { cycle, seen, ...release }) => {
      const { number } = await releaseLetter(viewer, id, cycle, { ...release, expectedVersion: seen });
      return redirectWithSuccess(`/permits/${id}#plan-check`, `${number} was released`);
    },
  }),
  "dialog=return": pageForm({
    schema: ReturnFields,
    failure: failures.returnReview,
    command: async ({ viewer, id, url }: RowRequest, { remark }) => {
      const assignmentId = idParameter(url.searchParams, "assignmentId");
      await returnReview(viewer, assignmentId, remark, { permitId: id });
      const assignments = await listAssignments(viewer, await readPermit(viewer, id));
      const reviewer = assignments.find((row) => row.id === assignmentId)?.employeeName ?? "the reviewer";
      return redirectWithSuccess(pageAddress(url, []), `Returned to ${reviewer}`);
    },
  }),
} satisfies FormTable<RowRequest>;

/** Processes a form of the letter's page. Throws 405 for any method but POST, and 400 for an unknown form. */
export const letterAction = (sent: RowRequest) => submitForm(sent, letterForms);

export type ReleasedLetter = Awaited<ReturnType<typeof loadReleasedLetter>>;

/** Loads a released letter of a permit. Throws 404 when the permit does not have it. */
export async function loadReleasedLetter(viewer: Viewer, permit: Permit, letterId: number, url: URL) {
  const letter = permit.letters.find(({ id }) => id === letterId);
  if (!letter) throw notFound("Letter");
  const content = await contentOf(letter);
  const successor = permit.letters.find(({ id }) => id === letter.supersededById);
  return {
    permit: permitOf(permit),
    back: backOf(viewer, permit.id),
    letter: pageOfLetter(content, url.searchParams),
    pdf: `/api/letters/${letterId}/download`,
    supersededBy: successor?.number ?? null,
    isBeingCorrected: !successor && content.cycle === permit.reviewCycle && isReviewOpen(permit),
  };
}
