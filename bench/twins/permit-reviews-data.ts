import type Database from "better-sqlite3";
import { formatDate } from "../../app/models/calendar-date";
import { type Discipline, disciplinesIn } from "../../app/models/discipline";
import { type ReviewCycle, reviewCycles } from "../../app/models/permits/permit";
import { displayName } from "../../app/models/person";
import { effectiveDecisions } from "../../app/models/plan-checks/blocker";
import { outcomeOfCycle, planCheckWords, reviewWord } from "../../app/models/plan-checks/plan-check";
import {
  type AssignmentStatus,
  assignmentStatuses,
  isOverdue,
} from "../../app/models/plan-review/assignment";
import { type Decision, decisions } from "../../app/models/plan-review/decision";
import type { StoredPermit } from "./permit-data";

type StoredReview = {
  id: number;
  reviewCycle: ReviewCycle;
  discipline: Discipline;
  status: AssignmentStatus;
  decision: Decision | null;
  employeeDueDate: string | null;
  comment: string | null;
  employeeId: number;
  firstName: string | null;
  lastName: string | null;
  email: string;
  isCertified: number;
};

type CorrectionCounts = { discipline: Discipline; open: number; drafts: number };

/** The assignments of a permit, and the number of corrections in each discipline. */
export type ReviewsData = ReturnType<ReturnType<typeof reviewsReader>>;

export function reviewsReader(database: Database.Database) {
  const reviews = database.prepare<[number], StoredReview>(`
    select assignments.id, review_cycle as reviewCycle, discipline, status, decision,
      employee_due_date as employeeDueDate, comment, employees.id as employeeId,
      first_name as firstName, last_name as lastName, email,
      (assignments.employee_id, discipline) in (select employee_id, discipline from employee_disciplines)
        as isCertified
    from assignments
    join employees on employees.id = assignments.employee_id
    join users on users.id = employees.user_id
    where permit_id = ? order by discipline, assignments.id`);
  const corrections = database.prepare<[number], CorrectionCounts>(`
    select discipline, sum(kind <> 'note' and status = 'open') as open, sum(first_letter_id is null) as drafts
    from corrections where permit_id = ? group by discipline`);
  return ({ id, reviewCycle }: StoredPermit, day: string) => {
    const stored = reviews.all(id).map((row) => ({ ...row, name: displayName(row) }));
    const linesOf = (cycle: ReviewCycle) =>
      stored
        .filter((review) => review.reviewCycle === cycle)
        .map((review) => lineOf(review, reviewCycle, day));
    return {
      stored,
      corrections: corrections.all(id),
      cycles: {
        current: linesOf(reviewCycle),
        earlier: reviewCycles
          .filter((cycle) => cycle !== reviewCycle && stored.some((review) => review.reviewCycle === cycle))
          .toReversed()
          .map((cycle) => ({ cycle, lines: linesOf(cycle) })),
      },
    };
  };
}

function lineOf(review: StoredReview & { name: string }, currentCycle: ReviewCycle, day: string) {
  const { id, discipline, name, decision, status, reviewCycle } = review;
  const isUndecided = !decision && status === "completed" && reviewCycle === currentCycle;
  const { label, tone } = decision ? decisions[decision] : assignmentStatuses[status];
  return {
    id,
    discipline,
    name,
    due: formatDate(review.employeeDueDate),
    isLate: isOverdue(review, day),
    badge: isUndecided ? { label: "Completed, no decision", tone: "orange" } : { label, tone },
    comment: review.comment,
  };
}

/** Returns the plan check of the current cycle, which has no letter yet. */
export function planCheckOf(permit: StoredPermit, { stored, corrections }: ReviewsData) {
  const { reviewCycle } = permit;
  const effective = effectiveDecisions({
    reviewCycle,
    requiredDisciplines: disciplinesIn(permit.disciplines),
    reviews: stored,
    cyclesWithPlanCheck: permit.checkedCycles.split(",") as ReviewCycle[],
    cyclesWithLetter: [],
  });
  const outcome = outcomeOfCycle(effective);
  const current = stored.filter((review) => review.reviewCycle === reviewCycle);
  const blockers = effective.filter(({ decision }) => decision === null);
  const { label, tone } = planCheckWords[reviewWord({ hasAssignment: current.length > 0, blockers })];
  return {
    word: { label, tone },
    received: formatDate(permit.receivedOn),
    outcome: outcome ? decisions[outcome].label : "Not decided",
    disciplines: effective.map(({ discipline, decision }) => ({
      discipline,
      reviewer: current.find((review) => review.discipline === discipline)?.name ?? null,
      open: 0,
      drafts: 0,
      ...corrections.find((counts) => counts.discipline === discipline),
      badge: decision && { label: decisions[decision].label, tone: decisions[decision].tone },
    })),
  };
}
