import { redirect } from "react-router";
import { idIn, pageAddress, queryOf } from "~/models/address";
import { formatWhen } from "~/models/clock.server";
import type { Discipline } from "~/models/discipline";
import { failures } from "~/models/failures";
import { contentProblems } from "~/models/files/plan-file";
import { pathInData } from "~/models/files/plan-file-store.server";
import { saveCoverNote } from "~/models/letters/cover-note.server";
import { CoverNoteSchema, ReleaseSchema, ReturnFields } from "~/models/letters/letter.schema.server";
import { contentOf } from "~/models/letters/letter.server";
import { damageOf } from "~/models/letters/letter-check.server";
import { type LetterDraft, previewLetter } from "~/models/letters/letter-draft.server";
import { fileIdsOf } from "~/models/letters/letter-file";
import { type LetterPage, pageOfLetter } from "~/models/letters/letter-pages";
import { coverNoteQuestions, type Warning } from "~/models/letters/letter-warning";
import { offeredStatus, releaseLetter, setsStatusByDefault } from "~/models/letters/release.server";
import { holdWordOf, isFinal, permitStatuses } from "~/models/permits/permit";
import {
  lettersOfCycle,
  type Permit,
  type PermitLetter,
  readPermit,
} from "~/models/permits/permit-scope.server";
import { listPlanFiles } from "~/models/permits/plan-file.server";
import { personName } from "~/models/person";
import { type Blocker, blockerAddress } from "~/models/plan-checks/blocker";
import { cancelledNote, isReviewOpen } from "~/models/plan-checks/plan-check";
import { type Assignment, listAssignments } from "~/models/plan-review/assignment.server";
import { returnReview } from "~/models/plan-review/decision.server";
import { isReviewer, may, type Viewer } from "~/models/policy";
import { notFound } from "~/models/refusal";
import { newIdempotencyKey } from "~/models/secret.server";
import { pick } from "~/models/shown-fields";
import { formReturningTo, openDialog, type RowRequest, submitForm } from "~/page-forms.server";
import { listOfLetters } from "~/routes/permits/parts/load-permit-letters.server";

async function openableFiles(
  viewer: Viewer,
  permit: Permit,
  { cycle, files }: LetterPage,
  letter?: PermitLetter,
) {
  const { reviewed, markedUp, current } = files;
  if (reviewed.length + markedUp.length + (current?.length ?? 0) === 0) return { reviewed: [], markedUp: [] };
  const newestFirst = await listPlanFiles(viewer, permit);
  const openable = newestFirst.toReversed();
  const idsOfCycle = permit.letters.filter(({ reviewCycle }) => reviewCycle === cycle).map(({ id }) => id);
  const naming = { id: letter?.id ?? null, releasedAt: letter?.createdAt ?? null, cycle, idsOfCycle };
  const inCycle = reviewed.map((name) => ({ name, cycle }));
  const marked = markedUp.map((name) => ({ name }));
  return {
    // An approval names the latest file of each name.
    reviewed: current
      ? fileIdsOf(current, "submitted", newestFirst, naming)
      : fileIdsOf(inCycle, "submitted", openable, naming),
    markedUp: fileIdsOf(marked, "marked_up", openable, naming),
  };
}

export type LetterPreview = Awaited<ReturnType<typeof loadLetterPreview>>;

const permitOf = (permit: Permit) =>
  pick(permit, "id", "urban37PermitNumber", "revisionNumber", "projectName", "status");

const backOf = (viewer: Viewer, id: number) =>
  isReviewer(viewer) ? `/employee-dashboard/permits/${id}` : `/permits/${id}`;

/** Redirects to the released letter, but not while a dialog is open, to keep what was typed. */
export async function loadLetterPreview(viewer: Viewer, id: number, url: URL) {
  const draft = await previewLetter(viewer, id);
  const { permit, content, blockers, warnings, isOpen } = draft;
  const released = lettersOfCycle(permit).at(-1);
  if (released && !isOpen && !isFinal(permit.status) && !url.searchParams.has("dialog")) {
    throw redirect(`/permits/${id}/letters/${released.id}`);
  }
  const isReleaser = may(viewer, "letter.release", permit);
  const mayRelease = isOpen && isReleaser;
  const reviews = mayRelease ? draft.assignments : [];
  const decided = reviews.filter(
    ({ reviewCycle, decision }) => reviewCycle === permit.reviewCycle && decision !== null,
  );
  const letter = pageOfLetter(content, url.searchParams);
  return {
    permit: permitOf(permit),
    back: backOf(viewer, id),
    letter,
    fileIds: await openableFiles(viewer, permit, letter),
    blockers: blockers.map((blocker) => ({
      what: blocker.what,
      /** Where the viewer can solve it; null for another's work. */
      to: isReleaser || isOwnWork(blocker, draft) ? blockerAddress(id, blocker) : null,
    })),
    warnings: shownWarnings(id, warnings, isReleaser),
    letters: listOfLetters(permit),
    isOpen,
    mayRelease,
    returnable: Object.fromEntries(
      decided.map(({ discipline, id: assignmentId }) => [discipline, assignmentId]),
    ) as Partial<Record<Discipline, number>>,
    // The dialog stays open when another user was first, to keep what was typed.
    dialog: isReleaser ? await openLetterDialog({ viewer, url, draft, decided }) : null,
  };
}

export type ShownWarning = ReturnType<typeof shownWarnings>[number];

const shownWarnings = (permitId: number, warnings: Warning[], mayEdit: boolean) =>
  warnings.map(({ what, items }) => ({
    what,
    items: items.map((item) => ({ number: item.number, to: itemAddress(permitId, item, mayEdit) })),
  }));

/** Where a correction is edited, or read if an earlier letter has it or the viewer may not edit all. */
const itemAddress = (
  permitId: number,
  { id, number, discipline, isNew }: Warning["items"][number],
  mayEdit: boolean,
) =>
  isNew && mayEdit
    ? blockerAddress(permitId, { what: "", link: "correction", discipline, id })
    : `/permits/${permitId}/corrections${queryOf({ q: number })}`;

const isOwnWork = (blocker: Blocker, { permit, assignments }: LetterDraft): boolean =>
  blocker.link !== "assignments" &&
  assignments.some(
    ({ discipline, reviewCycle, mayWork }) =>
      mayWork && discipline === blocker.discipline && reviewCycle === permit.reviewCycle,
  );

type DialogContext = { viewer: Viewer; url: URL; draft: LetterDraft; decided: Assignment[] };

const openLetterDialog = (context: DialogContext) =>
  openDialog(context, { release: releaseDialog, "cover-note": noteDialog, return: returnDialog });

const notOpen = (permit: Permit) => cancelledNote(permit) ?? "This plan check is not in review";

function holdNote({ status }: Permit): string | null {
  const word = holdWordOf(status);
  return word && `This permit is ${word}. Its status stays ${permitStatuses[status].label}.`;
}

async function releaseDialog({ draft }: DialogContext) {
  const { permit, content, warnings, blockers, recipients, version, isOpen } = draft;
  const status = offeredStatus(permit, content.outcome);
  return {
    cycle: permit.reviewCycle,
    letter: isOpen ? content.number : `the ${permit.reviewCycle} letter`,
    obstacles: isOpen ? blockers.map(({ what }) => what) : [notOpen(permit)],
    warnings: shownWarnings(permit.id, warnings, true),
    coverNote: content.coverNote,
    recipients: recipients.map((recipient) => ({
      name: personName(recipient),
      email: recipient.email,
    })),
    holdNote: holdNote(permit),
    status:
      status && status !== permit.status
        ? { label: permitStatuses[status].label, isChecked: setsStatusByDefault(content) }
        : null,
    version,
    idempotencyKey: newIdempotencyKey(),
  };
}

const noteDialog = async ({ draft: { permit, content } }: DialogContext) => ({
  cycle: permit.reviewCycle,
  coverNote: content.coverNote,
  version: permit.planCheck?.updatedAt,
});

async function returnDialog({ url, decided }: DialogContext) {
  const assignment = decided.find(({ id }) => id === idIn(url, "assignmentId"));
  // The dialog stays open if the decision was taken back, to keep the typed remark.
  return {
    discipline: assignment?.discipline ?? null,
    reviewer: assignment?.employeeName ?? null,
  };
}

export type LetterDialog = NonNullable<LetterPreview["dialog"]>;

const form = formReturningTo<RowRequest>(({ url }) => pageAddress(url, []));

const letterForms = {
  "dialog=release": formReturningTo<RowRequest>(({ id }) => `/permits/${id}#plan-check`)({
    schema: ReleaseSchema,
    failure: failures.releaseLetter,
    ask: (_sent, { coverNote }) => coverNoteQuestions(coverNote),
    command: ({ viewer, id }, { cycle, seen, ...release }) =>
      releaseLetter(viewer, id, cycle, { ...release, expectedVersion: seen }),
    says: ({ number }) => `${number} was released`,
  }),
  "dialog=cover-note": form({
    schema: CoverNoteSchema,
    failure: failures.saveCoverNote,
    command: ({ viewer, id }, { cycle, coverNote, updatedAt }) =>
      saveCoverNote(viewer, id, cycle, coverNote, updatedAt),
    says: "Cover note saved",
  }),
  "dialog=return": form({
    schema: ReturnFields,
    failure: failures.returnReview,
    command: async ({ viewer, id, url }, { remark }) => {
      const assignmentId = idIn(url, "assignmentId");
      await returnReview(viewer, assignmentId, remark, { permitId: id });
      const assignments = await listAssignments(viewer, await readPermit(viewer, id));
      return assignments.find((row) => row.id === assignmentId)?.employeeName;
    },
    says: (reviewer) => `Returned to ${reviewer ?? "the plan reviewer"}`,
  }),
};

export const letterAction = (sent: RowRequest) => submitForm(sent, letterForms);

export type ReleasedLetter = Awaited<ReturnType<typeof loadReleasedLetter>>;

export async function loadReleasedLetter(viewer: Viewer, permit: Permit, letterId: number, url: URL) {
  const letter = permit.letters.find(({ id }) => id === letterId);
  if (!letter) throw notFound("Letter");
  const content = await contentOf(letter);
  const page = pageOfLetter(content, url.searchParams);
  const successor = permit.letters.find(({ id }) => id === letter.supersededById);
  return {
    permit: permitOf(permit),
    back: backOf(viewer, permit.id),
    letter: page,
    fileIds: await openableFiles(viewer, permit, page, letter),
    pdf: `/api/letters/${letterId}/download`,
    supersededBy: successor?.number ?? null,
    isBeingCorrected: !successor && content.cycle === permit.reviewCycle && isReviewOpen(permit),
    damage: may(viewer, "letter.release", permit) ? await shownDamage(letterId) : null,
  };
}

async function shownDamage(letterId: number) {
  const damage = await damageOf(letterId);
  if (!damage) return null;
  const { problem, foundAt, contentHash } = damage;
  return { what: contentProblems[problem].label, found: formatWhen(foundAt), path: pathInData(contentHash) };
}
