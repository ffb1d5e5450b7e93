import { type AssignmentStatus, isDone } from "~/models/assignments/assignment";
import { failures } from "~/models/failures";
import { ManyBar, Tick } from "./many-bar";

const completing = { value: "complete", label: "Complete" };
const assigning = [
  { value: "due-date", label: "Set due date" },
  { value: "reviewer", label: "Give to another" },
];

type Assignment = {
  id: number;
  updatedAt: string;
  urban37PermitNumber: string;
  discipline: string;
  status: AssignmentStatus;
  isFinished: boolean;
  mayWork: boolean;
};

type ManyAssignmentsBarProps = { rows: Assignment[]; mayAssign: boolean };

export const ManyAssignmentsBar = ({ rows, mayAssign }: ManyAssignmentsBarProps) =>
  rows.some((row) => tickOfAssignment(row, mayAssign)) && (
    <ManyBar
      action="/plan-check-calendar?many"
      failure={failures.updateAssignments}
      changes={mayAssign ? [completing, ...assigning] : [completing]}
    />
  );

/** One that the viewer can change nothing of has none. */
export function tickOfAssignment(assignment: Assignment, mayAssign: boolean) {
  const { urban37PermitNumber, discipline, status, isFinished, mayWork } = assignment;
  if (isFinished || !(mayAssign || (mayWork && !isDone(status)))) return null;
  return <Tick row={assignment} name={`${urban37PermitNumber}, ${discipline}`} />;
}
