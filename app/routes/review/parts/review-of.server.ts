import { type Discipline, disciplineValues, isDiscipline } from "~/models/discipline";
import { type Permit, readPermit } from "~/models/permits/permit-scope.server";
import { type Assignment, listAssignments } from "~/models/plan-review/assignment.server";
import { readShownCorrections } from "~/models/plan-review/correction-list.server";
import { isInEarlierLetter } from "~/models/plan-review/decision";
import { scopeOf, type Viewer } from "~/models/policy";

/** The current disciplines of a permit in which the viewer may write. */
export const ownDisciplines = (
  { reviewCycle }: Permit,
  assignments: readonly Assignment[],
): Discipline[] =>
  disciplineValues.filter((discipline) =>
    assignments.some(
      (assignment) =>
        assignment.discipline === discipline && assignment.reviewCycle === reviewCycle && assignment.mayWork,
    ),
  );

/** Reads what the dialogs of a review ask about: the permit, its reviews and corrections, one of them in full. */
export async function readReview(viewer: Viewer, permitId: number, url: URL, correctionId?: number) {
  const permit = await readPermit(viewer, permitId);
  const assignments = await listAssignments(viewer, permit);
  const own = ownDisciplines(permit, assignments);
  const readable = scopeOf(viewer, "correction.write") === "all" ? disciplineValues : own;
  const requested = url.searchParams.get("discipline");
  const filter = isDiscipline(requested) ? requested : undefined;
  const shown = filter ? readable.filter((name) => name === filter) : readable;
  const corrections = await readShownCorrections(permit, shown, correctionId);
  return { permit, assignments, own, filter, corrections };
}

export type Review = Awaited<ReturnType<typeof readReview>>;

export const isReasonNeeded = ({ permit, assignments }: Review, discipline: Discipline): boolean =>
  isInEarlierLetter(assignments, discipline, permit);
