import { type AssignmentStatus, assignmentStatuses } from "~/models/assignments/assignment";
import type { Assignment } from "~/models/assignments/assignment.server";
import type { ApprovalWording } from "~/models/cities/approval-wording";
import { type Decision, decisionLabel, decisions } from "~/models/corrections/decision";
import type { CorrectionsCardData } from "~/routes/review/parts/load-corrections-card.server";
import { Badge, LabelBadge } from "../badge";
import { Button, DialogButton } from "../button";

type ReviewBadgeProps = {
  assignment: { status: AssignmentStatus; decision: Decision | null };
  needsDecision: boolean;
  approvalWording: ApprovalWording;
};

export function ReviewBadge({ assignment, needsDecision, approvalWording }: ReviewBadgeProps) {
  const { status, decision } = assignment;
  if (decision)
    return <Badge tone={decisions[decision].tone}>{decisionLabel(decision, approvalWording)}</Badge>;
  return <AssignmentBadge status={status} lacksDecision={status === "completed" && needsDecision} />;
}

type AssignmentBadgeProps = { status: AssignmentStatus; lacksDecision: boolean };

export function AssignmentBadge({ status, lacksDecision }: AssignmentBadgeProps) {
  if (lacksDecision) return <Badge tone="orange">Completed, no decision</Badge>;
  return <LabelBadge of={assignmentStatuses[status]} />;
}

type DecideLinkProps = {
  assignment: Pick<Assignment, "id" | "discipline" | "decision">;
  corrections: CorrectionsCardData;
};

export function DecideLink({ assignment: { id, discipline, decision }, corrections }: DecideLinkProps) {
  const missing = corrections.missingBackChecks[discipline];
  if (corrections.readOnly || !corrections.isInReview) return null;
  return (
    <>
      {missing && <p className="small">{missing}; then decide.</p>}
      {missing ? (
        <Button type="button" tone="primary" disabled>
          Decide
          <span className="sr-only"> {discipline}</span>
        </Button>
      ) : (
        <DialogButton
          tone={decision ? "plain" : "primary"}
          to={`assignments/${id}/decide`}
          label={
            <>
              {decision ? "Decide again" : "Decide"}
              <span className="sr-only"> {discipline}</span>
            </>
          }
        />
      )}
    </>
  );
}
