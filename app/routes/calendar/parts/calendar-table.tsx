import { Link } from "react-router";
import { assignmentColumns, assignmentDue, isDone } from "~/models/assignments/assignment";
import { type CalendarFilter, calendarFilterQuery } from "~/models/assignments/calendar-filter";
import { failures } from "~/models/failures";
import { permitNumberText } from "~/models/permits/permit";
import { employeeTone } from "~/models/tone";
import { Badge, LabelBadge, PausedBadge } from "~/ui/badge";
import { Button, IconLink } from "~/ui/button";
import { Dash } from "~/ui/card";
import { reviewAddress } from "~/ui/corrections/review-address";
import { AssignmentBadge } from "~/ui/corrections/review-decision";
import { Day } from "~/ui/day";
import { Eye } from "~/ui/icons";
import { tickOfAssignment } from "~/ui/many-assignments";
import { PermitNumber } from "~/ui/permit-number";
import { PostForm } from "~/ui/post-form";
import { type Cells, RowsTable } from "~/ui/table";
import { RowUndo } from "~/ui/undo-form";
import type { CalendarData } from "./calendar-data.server";

type Assignment = CalendarData["rows"][number];

type CalendarTableProps = Pick<CalendarData, "rows" | "today"> &
  Partial<Pick<CalendarData, "filter" | "completedId" | "mayAssign">> & { isForPrint?: boolean };

export const CalendarTable = ({
  rows,
  today,
  filter,
  completedId,
  mayAssign,
  isForPrint,
}: CalendarTableProps) => (
  <RowsTable
    caption="Assignments"
    columns={assignmentColumns}
    rowHeading="urban37PermitNumber"
    hasTwoLines
    cells={cellsOf(today, mayAssign)}
    rows={rows}
    tick={isForPrint ? undefined : tickOfAssignment}
    empty={{ title: "No assignments found", hint: emptyHint(filter, mayAssign) }}
    actions={
      isForPrint
        ? undefined
        : (assignment) => <Actions assignment={assignment} isJustDone={assignment.id === completedId} />
    }
  />
);

function emptyHint(filter?: CalendarFilter, mayAssign?: boolean): string {
  const isFiltered = !filter || calendarFilterQuery({ ...filter, page: undefined, rows: undefined }) !== "?";
  if (isFiltered) return "No plan check assignments match your current filters.";
  return mayAssign ? "Assign plan reviewers on the page of a permit." : "Assigned reviews appear here.";
}

const cellsOf = (today: string, mayAssign?: boolean): Cells<typeof assignmentColumns, Assignment> => ({
  employeeName: (assignment) => (
    <>
      <Badge tone={employeeTone(assignment.employeeId)}>{assignment.employeeName}</Badge>
      {mayAssign && !isDone(assignment.status) && !assignment.isFinished && (
        <Link
          to={`/permits/${assignment.permitId}/assignments/${assignment.id}/reviewer`}
          className="small block"
        >
          Give <span className="sr-only">{subjectOf(assignment)} </span>to another
        </Link>
      )}
    </>
  ),
  discipline: ({ discipline }) => discipline,
  urban37PermitNumber: (assignment) => (
    <span className="whitespace-nowrap">
      <PermitNumber permit={assignment} />
    </span>
  ),
  projectName: ({ projectName, cityName }) => (
    <div className="project">
      {projectName}
      <div className="small">{cityName}</div>
    </div>
  ),
  employeeDueDate: ({ employeeDueDate }) => (employeeDueDate ? <Day date={employeeDueDate} /> : <Dash />),
  permitDueDate: ({ permitDueDate }) => <Day date={permitDueDate} />,
  daysUntilDue: (assignment) => {
    const due = assignmentDue(assignment, today);
    return due ? <LabelBadge of={due} /> : <Dash />;
  },
  status: (assignment) => (
    <>
      <AssignmentBadge {...assignment} /> <PausedBadge status={assignment.permitStatus} />
      <RowUndo of={`assignment ${assignment.id}`} />
    </>
  ),
});

const subjectOf = (assignment: Assignment) => `${permitNumberText(assignment)}, ${assignment.discipline}`;

/** The button of an assignment that was just completed keeps its place, so that no other is under the pointer. */
function Actions({ assignment, isJustDone }: { assignment: Assignment; isJustDone: boolean }) {
  const subject = subjectOf(assignment);
  const isCompleted = isDone(assignment.status);
  const mayComplete = assignment.mayWork && !assignment.isFinished && (isJustDone || !isCompleted);
  return (
    <>
      <IconLink
        to={reviewAddress(assignment)}
        target="_blank"
        rel="noreferrer"
        label={`View Permit ${subject} (opens in a new tab)`}
        icon={<Eye />}
      />
      {mayComplete && (
        <PostForm failure={failures.completeAssignment} preventScrollReset className="inline-block">
          <input type="hidden" name="assignmentId" value={assignment.id} />
          {/* Without `disabled`, since the focus stays on it. */}
          <Button
            size="small"
            type={isCompleted ? "button" : "submit"}
            aria-disabled={isCompleted || undefined}
          >
            Complete<span className="sr-only"> {subject}</span>
          </Button>
        </PostForm>
      )}
    </>
  );
}
