import type { ReactNode } from "react";
import { isOverdue } from "~/models/assignments/assignment";
import { reviewCycles, reviewLabel } from "~/models/permits/permit";
import type { PermitReview } from "~/routes/review/parts/load-review.server";
import { PausedBadge } from "../badge";
import { Card, EmptyState } from "../card";
import { ReviewBadge } from "../corrections/review-decision";
import { Day } from "../day";

type AssignmentsCardProps = {
  detail: Pick<PermitReview, "permit" | "today"> & {
    actionOf?: (assignment: PermitReview["summaries"][number]) => ReactNode;
  };
  assignments: PermitReview["summaries"];
  children?: ReactNode;
};

export function AssignmentsCard({ detail, assignments, children }: AssignmentsCardProps) {
  const { permit } = detail;
  const assignmentsOf = (cycle: string) => assignments.filter(({ reviewCycle }) => reviewCycle === cycle);
  const earlier = reviewCycles.filter(
    (cycle) => cycle !== permit.reviewCycle && assignmentsOf(cycle).length > 0,
  );
  return (
    <Card
      title="Assignments"
      aside={
        <span className="row">
          <PausedBadge status={permit.status} />
          <span className="small">{permit.reviewCycle}</span>
        </span>
      }
      id="assignments"
      flush
    >
      {assignmentsOf(permit.reviewCycle).length === 0 ? (
        <EmptyState title="No plan reviewer is assigned in this review cycle" />
      ) : (
        <AssignmentLines assignments={assignmentsOf(permit.reviewCycle)} detail={detail} />
      )}
      {earlier.toReversed().map((cycle) => (
        <details key={cycle} className="cycle">
          <summary>{reviewLabel(cycle)}</summary>
          <AssignmentLines assignments={assignmentsOf(cycle)} detail={detail} />
        </details>
      ))}
      {children}
    </Card>
  );
}

function AssignmentLines({ assignments, detail }: AssignmentsCardProps) {
  const { today, permit } = detail;
  return (
    <ul className="lines">
      {assignments.map((assignment) => {
        const { id, discipline, employeeName, employeeDueDate, comment } = assignment;
        return (
          <li key={id} className="stacked">
            <span className="min-w-0">
              <strong>{discipline}</strong>
              <span className="block">{employeeName}</span>
              <span
                className={
                  isOverdue({ ...assignment, permitStatus: permit.status }, today) ? "late small" : "small"
                }
              >
                Due {employeeDueDate ? <Day date={employeeDueDate} /> : "Not set"}
              </span>
            </span>
            <ReviewBadge
              assignment={assignment}
              approvalWording={permit.city.approvalWording}
              needsDecision={permit.city.usesCorrections && assignment.reviewCycle === permit.reviewCycle}
            />
            {detail.actionOf?.(assignment)}
            {comment && <p className="note wide">{comment}</p>}
          </li>
        );
      })}
    </ul>
  );
}
