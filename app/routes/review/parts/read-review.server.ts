import type { Assignment } from "~/models/assignments/assignment.server";
import { readShownCorrections } from "~/models/corrections/correction-list.server";
import { isInEarlierLetter } from "~/models/corrections/decision";
import { type Discipline, disciplines, disciplineValues, isDiscipline } from "~/models/discipline";
import { valueIn } from "~/models/options";
import type { Permit } from "~/models/permits/permit-scope.server";
import { scopeOf, type Viewer } from "~/models/policy";
import { notFound } from "~/models/refusal";
import { hasPlanChecks, isInReview } from "~/models/review-cycles/plan-check";
import { idOf } from "~/platform/api/api.server";
import { readOnlyReason } from "../../permits/parts/load-plan-check.server";
import { listAssignmentsOnce, type Opened, readPermitOnce } from "../../permits/parts/read-once.server";

type RowArguments = { params: { correctionId?: string; assignmentId?: string } };

// The rows that the addresses of dialogs name.

export const correctionIdIn = ({ params }: RowArguments) => idOf(params.correctionId, notFound("Correction"));
export const assignmentIdIn = ({ params }: RowArguments) => idOf(params.assignmentId, notFound("Assignment"));

/** The current disciplines of a permit in which the viewer may write. */
export const ownDisciplines = ({ reviewCycle }: Permit, assignments: readonly Assignment[]): Discipline[] =>
  disciplineValues.filter((discipline) =>
    assignments.some(
      (assignment) =>
        assignment.discipline === discipline && assignment.reviewCycle === reviewCycle && assignment.mayWork,
    ),
  );

/** The disciplines that the viewer reads here: their own, or all; with `?discipline=`, that one of them. */
export function shownDisciplines(viewer: Viewer, own: Discipline[], { searchParams }: URL) {
  const readable = scopeOf(viewer, "correction.write") === "all" ? disciplineValues : own;
  const requested = searchParams.get("discipline");
  return isDiscipline(requested) ? readable.filter((name) => name === requested) : readable;
}

/** Reads what the dialogs of a review ask about: the permit, its reviews and corrections, one of them in full. */
export async function readReview(
  viewer: Viewer,
  permitId: number,
  { request, url }: Opened,
  correctionId?: number,
) {
  const permit = await readPermitOnce(request, viewer, permitId);
  if (!hasPlanChecks(permit)) throw notFound("Plan check");
  const assignments = await listAssignmentsOnce(request, viewer, permit);
  const own = ownDisciplines(permit, assignments);
  const filter = valueIn(disciplines, url.searchParams.get("discipline"));
  const corrections = await readShownCorrections(permit, shownDisciplines(viewer, own, url), correctionId);
  return { permit, assignments, own, filter, corrections, obstacle: readOnlyReason(permit) };
}

type Review = Awaited<ReturnType<typeof readReview>>;

/** The discipline that the page shows, if it is not the viewer's own. */
export const foreignFilter = ({ own, filter }: Review): Discipline | undefined =>
  filter && !own.includes(filter) ? filter : undefined;

/** The disciplines of a new correction. A former reviewer has all: the typed text is not lost. */
function choicesOf(review: Review): Discipline[] {
  const foreign = foreignFilter(review);
  if (foreign) return [foreign];
  return review.own.length > 0 ? review.own : [...disciplineValues];
}

/** What a form of new corrections offers; the requested discipline is chosen in it, or the only one. */
export function offeredTo(review: Review, requested?: string | null) {
  const disciplines = choicesOf(review);
  const [only] = disciplines.length === 1 ? disciplines : [];
  return {
    obstacle: review.obstacle,
    disciplines,
    discipline: disciplines.find((name) => name === requested) ?? only,
    asksReason: isReasonAsked(review.permit),
    needsReason: disciplines.some((name) => isReasonNeeded(review, name)),
  };
}

export const isReasonNeeded = ({ permit, assignments }: Review, discipline: Discipline): boolean =>
  isInEarlierLetter(assignments, discipline, permit);

/** Also for one that is written after the release of its letter. */
export const isReasonAsked = ({ reviewCycle, planCheck }: Permit): boolean =>
  reviewCycle !== "PC1" || !isInReview(planCheck);
