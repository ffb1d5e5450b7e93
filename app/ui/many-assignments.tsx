import { tickedAssignmentChanges } from "~/models/assignments/assignment";
import { failures } from "~/models/failures";
import { optionsOf } from "~/models/options";
import { type NumberedPermit, permitNumberText } from "~/models/permits/permit";
import { ManyBar, Tick } from "./many-bar";

const changes = optionsOf(tickedAssignmentChanges);

type Assignment = NumberedPermit & {
  id: number;
  updatedAt: string;
  discipline: string;
  mayTick: boolean;
};

export const tickOfAssignment = (row: Assignment) =>
  row.mayTick && <Tick row={row} name={`${permitNumberText(row)}, ${row.discipline}`} />;

type ManyAssignmentsBarProps = { rows: Assignment[]; mayAssign: boolean };

export const ManyAssignmentsBar = ({ rows, mayAssign }: ManyAssignmentsBarProps) => (
  <ManyBar
    hasTicks={rows.some(({ mayTick }) => mayTick)}
    action="/plan-check-calendar?many"
    failure={failures.updateAssignments}
    changes={mayAssign ? changes : changes.filter(({ value }) => value === "complete")}
  />
);
