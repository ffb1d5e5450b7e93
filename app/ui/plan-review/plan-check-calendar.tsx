import { failures } from "~/models/failures";
import { labelIn } from "~/models/options";
import { pageCount } from "~/models/paging";
import { assignmentColumns, assignmentDue } from "~/models/plan-review/assignment";
import {
  allAssignments,
  allEmployees,
  calendarFilterQuery,
  calendarFilterText,
  calendarPrintQuery,
  calendarViewOptions,
} from "~/models/plan-review/calendar-filter";
import { pluralize } from "~/models/pluralize";
import { employeeTone } from "~/models/tone";
import type {
  PlanCheckCalendarData,
  CalendarForPrint as PrintData,
} from "~/pages/plan-review/plan-check-calendar.server";
import { Badge, LabelBadge, PausedBadge, PlainBadge } from "../badge";
import { Button, ButtonLink, IconLink } from "../button";
import { Card, Dash } from "../card";
import { Day } from "../day";
import { DueDateChart } from "../due-date-chart";
import { SelectField } from "../fields";
import { FilterForm, ResultCount } from "../filter-form";
import { useFormResult } from "../form-result";
import { Eye } from "../icons";
import { PageHeader } from "../page-header";
import { Pager } from "../pager";
import { PermitNumber } from "../permit-number";
import { PostForm } from "../post-form";
import { type Cells, RowsTable } from "../table";
import { FailureToast } from "../toast";
import { UndoForm } from "../undo-form";
import { reviewAddress } from "./review-address";
import { AssignmentBadge } from "./review-decision";

type CalendarProps = { calendar: PlanCheckCalendarData };

export function PlanCheckCalendar({ calendar }: CalendarProps) {
  const { filter, total, due, today, employees } = calendar;
  const formResult = useFormResult();
  const employee = filter.employeeId && labelIn(employees, String(filter.employeeId));
  const number = (value: number) => value.toLocaleString("en-US");
  return (
    <div className="calendar">
      <PageHeader
        title="Plan Check Calendar"
        subtitle="Track employee assignments and due dates for plan reviews"
        actions={
          <ButtonLink to={calendarPrintQuery(filter)} target="_blank" rel="noreferrer">
            Print<span className="sr-only"> (opens in a new tab)</span>
          </ButtonLink>
        }
      />
      <FailureToast
        formResult={
          formResult && { ...formResult, failure: formResult.failure ?? failures.completeAssignment }
        }
      />
      <DueDateChart due={due} today={today} />
      <Card
        title="Assignments"
        aside={
          <ResultCount className="">
            <PlainBadge tone="grey">{pluralize(total, "assignment", "assignments")}</PlainBadge>
          </ResultCount>
        }
        flush
      >
        <Filters calendar={calendar} />
        <p className="card-body hidden print:block">{calendarFilterText(filter, employee || undefined)}</p>
        <CalendarTable {...calendar} />
        {pageCount(total) > 1 && (
          <Pager page={filter.page} total={total} href={(page) => calendarFilterQuery({ ...filter, page })} />
        )}
        <p className="card-footer hidden print:block">
          Page {number(filter.page)} of {number(pageCount(total))}
        </p>
      </Card>
    </div>
  );
}

export function CalendarForPrint({ paper }: { paper: PrintData }) {
  const { rows, filterText, count, calendarAddress, today } = paper;
  return (
    <div className="calendar">
      <PageHeader
        back={{ to: calendarAddress, label: "Back to the calendar" }}
        title="Plan Check Calendar"
        subtitle={filterText}
        actions={
          <span className="small">
            <Day date={today} />
          </span>
        }
      />
      <Card title="Assignments" aside={<PlainBadge tone="grey">{count}</PlainBadge>} flush>
        <CalendarTable rows={rows} today={today} isForPrint />
      </Card>
    </div>
  );
}

function Filters({ calendar: { filter, employees } }: CalendarProps) {
  return (
    <FilterForm>
      <SelectField
        field={{ id: "calendar-view", name: "view", initialValue: filter.view }}
        label="View"
        placeholder={allAssignments}
        options={calendarViewOptions}
      />
      <SelectField
        field={{ id: "calendar-employee", name: "employeeId", initialValue: filter.employeeId }}
        label="Employee"
        placeholder={allEmployees}
        options={employees}
      />
    </FilterForm>
  );
}

type CalendarTableProps = Pick<PlanCheckCalendarData, "rows" | "today"> &
  Partial<Pick<PlanCheckCalendarData, "completed">> & { isForPrint?: boolean };

const CalendarTable = ({ rows, today, completed, isForPrint }: CalendarTableProps) => (
  <RowsTable
    caption="Assignments"
    columns={assignmentColumns}
    rowHeading="urban37PermitNumber"
    hasTwoLines
    cells={cellsOf(today, completed)}
    rows={rows}
    empty={{ title: "No assignments found", hint: "No plan check assignments match your current filters." }}
    actions={
      isForPrint
        ? undefined
        : (assignment) => <Actions assignment={assignment} isJustDone={assignment.id === completed?.id} />
    }
  />
);

type Assignment = PlanCheckCalendarData["rows"][number];

const cellsOf = (
  today: string,
  completed: PlanCheckCalendarData["completed"],
): Cells<typeof assignmentColumns, Assignment> => ({
  employeeName: (assignment) => (
    <Badge tone={employeeTone(assignment.employeeId)}>{assignment.employeeName}</Badge>
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
      {assignment.id === completed?.id && assignment.status === "completed" && (
        <UndoForm undo={completed.undo} subject={subjectOf(assignment)} />
      )}
    </>
  ),
});

const subjectOf = ({ urban37PermitNumber, discipline }: Assignment) =>
  `${urban37PermitNumber}, ${discipline}`;

/** The button of an assignment that was just completed keeps its place, so that no other is under the pointer. */
function Actions({ assignment, isJustDone }: { assignment: Assignment; isJustDone: boolean }) {
  const subject = subjectOf(assignment);
  const isDone = assignment.status === "completed";
  const mayComplete = assignment.mayWork && !assignment.isFinished && (isJustDone || !isDone);
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
          <Button size="small" type={isDone ? "button" : "submit"} aria-disabled={isDone || undefined}>
            Complete<span className="sr-only"> {subject}</span>
          </Button>
        </PostForm>
      )}
    </>
  );
}
