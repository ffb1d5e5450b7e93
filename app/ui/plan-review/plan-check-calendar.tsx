import Eye from "lucide-react/icons/eye";
import type { FormAnswer } from "~/form.server";
import { formatDate } from "~/models/calendar-date";
import { failures } from "~/models/failures";
import { pageCount } from "~/models/paging";
import { dueStanding } from "~/models/permits/due-date";
import { assignmentStatuses } from "~/models/plan-review/assignment";
import {
  allAssignments,
  allEmployees,
  calendarFilterQuery,
  calendarFilterText,
  calendarPrintQuery,
  calendarViewOptions,
} from "~/models/plan-review/calendar-filter";
import { employeeTone } from "~/models/tone";
import type {
  CalendarOnPaper as Paper,
  PlanCheckCalendarData,
} from "~/pages/plan-review/plan-check-calendar.server";
import { Badge } from "../badge";
import { Button, ButtonLink, IconLink } from "../button";
import { Card, Dash } from "../card";
import { DueStrip } from "../due-strip";
import { FailureToast } from "../failure-toast";
import { FilterForm } from "../filter-form";
import { PageHeader } from "../page-header";
import { Pager } from "../pager";
import { PermitNumber } from "../permit-number";
import { PostForm } from "../post-form";
import { SelectField } from "../select-field";
import { EmptyState } from "../sheet";
import { Cell, Row, Table } from "../table";
import { reviewAddress } from "./plan-review";

type PlanCheckCalendarProps = { calendar: PlanCheckCalendarData; answer?: FormAnswer };

export function PlanCheckCalendar({ calendar, answer }: PlanCheckCalendarProps) {
  const { filter, rows, total, due, today, employees } = calendar;
  const employee = employees.find(({ value }) => value === String(filter.employeeId));
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
        answer={answer && { ...answer, failure: answer.failure ?? failures.completeAssignment }}
      />
      <DueStrip due={due} today={today} />
      <Card
        title="Assignments"
        aside={
          <Badge tone="grey" plain>
            {countOf(total)}
          </Badge>
        }
        flush
      >
        <Filters calendar={calendar} />
        <p className="card-body hidden print:block">{calendarFilterText(filter, employee?.label)}</p>
        {rows.length === 0 ? <NoAssignments /> : <CalendarTable rows={rows} today={today} />}
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

/** All rows of a filter in one page, to be printed; without scripts and pager. */
export function CalendarOnPaper({ paper: { rows, words, count, calendar, today } }: { paper: Paper }) {
  return (
    <div className="calendar">
      <PageHeader
        back={{ to: calendar, label: "Back to the calendar" }}
        title="Plan Check Calendar"
        subtitle={words}
        actions={<span className="small">{formatDate(today)}</span>}
      />
      <Card
        title="Assignments"
        aside={
          <Badge tone="grey" plain>
            {count}
          </Badge>
        }
        flush
      >
        {rows.length === 0 ? <NoAssignments /> : <CalendarTable rows={rows} today={today} isOnPaper />}
      </Card>
    </div>
  );
}

function NoAssignments() {
  return (
    <EmptyState title="No assignments found" hint="No plan check assignments match your current filters." />
  );
}

const countOf = (count: number) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? "assignment" : "assignments"}`;

function Filters({ calendar: { filter, employees } }: { calendar: PlanCheckCalendarData }) {
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

const columns = [
  { key: "employee", label: "Employee" },
  { key: "discipline", label: "Discipline" },
  { key: "number", label: "Provider permit number" },
  { key: "project", label: "Project" },
  { key: "employee-due", label: "Employee Due Date" },
  { key: "permit-due", label: "Permit Due Date" },
  { key: "days", label: "Days Until Due" },
  { key: "status", label: "Status" },
  { key: "actions", label: "Actions", align: "end" as const },
];

const columnsOnPaper = columns.filter(({ key }) => key !== "actions");

type CalendarTableProps = Pick<PlanCheckCalendarData, "rows" | "today"> & { isOnPaper?: boolean };

function CalendarTable({ rows, today, isOnPaper }: CalendarTableProps) {
  return (
    <Table caption="Assignments" columns={isOnPaper ? columnsOnPaper : columns}>
      {rows.map((work) => {
        const status = assignmentStatuses[work.status];
        return (
          <Row key={work.id}>
            <Cell label="Employee">
              <Badge tone={employeeTone(work.employeeId)}>{work.employeeName}</Badge>
            </Cell>
            <Cell label="Discipline">{work.discipline}</Cell>
            <Cell label="Provider permit number">
              <span className="whitespace-nowrap">
                <PermitNumber permit={work} />
              </span>
            </Cell>
            <Cell label="Project">
              <div className="project">
                {work.projectName}
                <div className="small">{work.cityName}</div>
              </div>
            </Cell>
            <Cell label="Employee Due Date">
              <div className="min-w-16">
                {work.employeeDueDate ? formatDate(work.employeeDueDate) : <Dash />}
              </div>
            </Cell>
            <Cell label="Permit Due Date">
              <div className="min-w-16">{formatDate(work.permitDueDate)}</div>
            </Cell>
            <Cell label="Days Until Due">
              <DaysUntilDue work={work} today={today} />
            </Cell>
            <Cell label="Status">
              <Badge tone={status.tone}>{status.label}</Badge>
            </Cell>
            {!isOnPaper && (
              <Cell label="Actions" align="end">
                <Actions work={work} />
              </Cell>
            )}
          </Row>
        );
      })}
    </Table>
  );
}

type Work = PlanCheckCalendarData["rows"][number];

function DaysUntilDue({ work, today }: { work: Work; today: string }) {
  if (work.status === "completed" || work.employeeDueDate === null) return <Dash />;
  const { label, tone } = dueStanding(work.employeeDueDate, today);
  return <Badge tone={tone}>{label}</Badge>;
}

function Actions({ work }: { work: Work }) {
  const subject = `${work.urban37PermitNumber}, ${work.discipline}`;
  return (
    <>
      <IconLink
        to={reviewAddress(work)}
        target="_blank"
        rel="noreferrer"
        label={`View Permit ${subject} (opens in a new tab)`}
        icon={<Eye />}
      />
      {work.mayWork && work.status !== "completed" && (
        <PostForm failure={failures.completeAssignment} preventScrollReset className="inline-block">
          <input type="hidden" name="assignmentId" value={work.id} />
          <Button size="small">
            Complete<span className="sr-only"> {subject}</span>
          </Button>
        </PostForm>
      )}
    </>
  );
}
