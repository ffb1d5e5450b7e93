import { and, desc, eq, inArray } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { reviewerDueDate } from "../assignments/assignment";
import { type AssignmentInput, saveAssignments, versionOf } from "../assignments/assignment.server";
import { listReviewers } from "../assignments/reviewer-list.server";
import { today } from "../clock.server";
import { type Discipline, disciplineValues } from "../discipline";
import { pendingReview } from "../permits/permit";
import { requiredDisciplines } from "../permits/permit-scope.server";
import { allow, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { permitDisciplines, permits } from "../tables.server";

const maxPermits = 10;

export async function createDemoAssignments(viewer: Viewer): Promise<number> {
  allow(viewer, "assignment.edit");
  const reviewers = await listReviewers(viewer);
  const selected = await unassignedPermits(
    disciplineValues.filter((discipline) => leastBusy(reviewers, discipline)),
  );
  let created = 0;
  for (const { id, dueDate, required } of selected) {
    const employeeDueDate = reviewerDueDate(dueDate, today());
    const rows = required.flatMap((discipline): AssignmentInput[] => {
      const reviewer = leastBusy(reviewers, discipline);
      if (!reviewer) return [];
      reviewer.open += 1;
      return [{ discipline, employeeId: reviewer.id, employeeDueDate, status: "assigned" }];
    });
    if (await isSaved(viewer, id, rows)) created += rows.length;
  }
  return created;
}

type Reviewers = Awaited<ReturnType<typeof listReviewers>>;

const leastBusy = (reviewers: Reviewers, discipline: Discipline) =>
  reviewers
    .filter((reviewer) => reviewer.disciplines.includes(discipline))
    .sort((left, right) => left.open - right.open)[0];

function unassignedPermits(certified: Discipline[]) {
  const { permitId, discipline } = permitDisciplines;
  const ids = db.select({ permitId }).from(permitDisciplines).where(inArray(discipline, certified));
  const isUnassigned = and(inArray(permits.status, pendingReview), eq(permits.isAssigned, false));
  return db
    .select({ id: permits.id, dueDate: permits.dueDate, required: requiredDisciplines })
    .from(permits)
    .where(and(isUnassigned, inArray(permits.id, ids)))
    .orderBy(desc(permits.id))
    .limit(maxPermits);
}

async function isSaved(viewer: Viewer, permitId: number, rows: AssignmentInput[]): Promise<boolean> {
  try {
    await saveAssignments(viewer, permitId, rows, versionOf([]));
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
