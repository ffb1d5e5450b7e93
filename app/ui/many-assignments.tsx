import { failures } from "~/models/failures";
import { type NumberedPermit, permitNumberText } from "~/models/permits/permit";
import { ManyBar, Tick } from "./many-bar";

const completing = { value: "complete", label: "Complete" };
const assigning = [
  { value: "due-date", label: "Set due date" },
  { value: "reviewer", label: "Give to another" },
];

type Assignment = NumberedPermit & {
  id: number;
  updatedAt: string;
  discipline: string;
  mayTick: boolean;
};

export const tickOfAssignment = (row: Assignment) =>
  row.mayTick && <Tick row={row} name={`${permitNumberText(row)}, ${row.discipline}`} />;

type ManyAssignmentsBarProps = { rows: Assignment[]; mayAssign: boolean };

export const ManyAssignmentsBar = ({ rows, mayAssign }: ManyAssignmentsBarProps) =>
  rows.some(({ mayTick }) => mayTick) && (
    <ManyBar
      action="/plan-check-calendar?many"
      failure={failures.updateAssignments}
      changes={mayAssign ? [completing, ...assigning] : [completing]}
    />
  );
