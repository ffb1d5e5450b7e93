import { Eye } from "lucide-react";
import { Form, Link } from "react-router";
import { pageCount } from "../../app/models/paging";
import { CalendarChart } from "./calendar-chart";
import type { CalendarData, CalendarRow } from "./calendar-data";
import {
  Badge,
  buttonClass,
  Card,
  cellClass,
  Dash,
  Field,
  formatNumber,
  iconClass,
  Pager,
  Select,
} from "./elements";

const address = "/plan-check-calendar";

/** The first page of the plan check calendar. */
export function CalendarPage({ calendar }: { calendar: CalendarData }) {
  const { rows, total } = calendar;
  return (
    <main className="container mx-auto p-4 pt-16">
      <header className="mb-6 flex justify-between gap-4">
        <div>
          <h1 className="text-2xl font-semibold">Plan Check Calendar</h1>
          <p className="text-gray-500">Track employee assignments and due dates for plan reviews</p>
        </div>
        <Link to={`${address}?print`} target="_blank" rel="noreferrer" className={buttonClass}>
          Print<span className="sr-only"> (opens in a new tab)</span>
        </Link>
      </header>
      <CalendarChart calendar={calendar} />
      <Card
        id="assignments"
        title="Assignments"
        aside={
          <Badge tone="grey">
            {formatNumber(total)} {total === 1 ? "assignment" : "assignments"}
          </Badge>
        }
      >
        <Filters employees={calendar.employees} />
        <p className="hidden p-4 print:block">All Assignments · All Employees</p>
        <Assignments rows={rows} />
        <Pager address={address} rows={rows.length} total={total} Link={Link} />
        <p className="hidden p-4 print:block">Page 1 of {formatNumber(pageCount(total))}</p>
      </Card>
    </main>
  );
}

const views = [
  { value: "overdue", label: "Overdue" },
  { value: "week", label: "Due This Week" },
];

function Filters({ employees }: Pick<CalendarData, "employees">) {
  return (
    <Form className="flex flex-wrap items-end gap-4 p-4" role="search" autoComplete="off">
      <Field id="calendar-view" label="View">
        <Select id="calendar-view" name="view" all="All Assignments" options={views} />
      </Field>
      <Field id="calendar-employee" label="Employee">
        <Select id="calendar-employee" name="employeeId" all="All Employees" options={employees} />
      </Field>
      <button type="submit" className={buttonClass}>
        Filter
      </button>
    </Form>
  );
}

const headings = [
  "Employee",
  "Discipline",
  "Provider permit number",
  "Project",
  "Employee Due Date",
  "Permit Due Date",
  "Days Until Due",
  "Status",
  "Actions",
];

function Assignments({ rows }: Pick<CalendarData, "rows">) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">Assignments</caption>
        <thead className="border-y border-gray-200 dark:border-gray-800">
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col" className="px-4 py-2 font-medium">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row }: { row: CalendarRow }) {
  const { employee, discipline, number, revision, project, city, dueDate, daysUntilDue, status } = row;
  return (
    <tr className="border-b border-gray-200 dark:border-gray-800">
      <td className={cellClass}>
        <Badge tone={employee.tone}>{employee.label}</Badge>
      </td>
      <td className={cellClass}>{discipline}</td>
      <td className={cellClass}>
        <span className="whitespace-nowrap">
          {number}
          {revision && <span className="text-gray-500"> {revision}</span>}
        </span>
      </td>
      <td className={cellClass}>
        {project}
        <div className="text-xs text-gray-500">{city}</div>
      </td>
      <td className={cellClass}>{dueDate ?? <Dash />}</td>
      <td className={cellClass}>{row.permitDueDate}</td>
      <td className={cellClass}>
        {daysUntilDue ? <Badge tone={daysUntilDue.tone}>{daysUntilDue.label}</Badge> : <Dash />}
      </td>
      <td className={cellClass}>
        <Badge tone={status.tone}>{status.label}</Badge>
      </td>
      <td className="px-4 py-3 text-right whitespace-nowrap">
        <Actions row={row} />
      </td>
    </tr>
  );
}

function Actions({ row: { id, permitId, number, discipline, isCompleted } }: { row: CalendarRow }) {
  const subject = `${number}, ${discipline}`;
  return (
    <>
      <Link
        to={`/employee-dashboard/permits/${permitId}?discipline=${discipline}`}
        target="_blank"
        rel="noreferrer"
        className={iconClass}
        aria-label={`View Permit ${subject} (opens in a new tab)`}
      >
        <Eye className="size-4" />
      </Link>
      {!isCompleted && (
        <Form method="post" preventScrollReset className="inline-block">
          <input type="hidden" name="assignmentId" value={id} />
          <button type="submit" className={buttonClass}>
            Complete<span className="sr-only"> {subject}</span>
          </button>
        </Form>
      )}
    </>
  );
}
