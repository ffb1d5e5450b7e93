import { Outlet } from "react-router";
import { assignmentStatuses } from "~/models/assignments/assignment";
import { CompleteSchema } from "~/models/assignments/assignment.schema.server";
import {
  allAssignments,
  allEmployees,
  calendarFilterQuery,
  calendarFilterText,
  calendarPrintQuery,
  calendarViewOptions,
  readCalendarFilter,
} from "~/models/assignments/calendar-filter";
import { failures } from "~/models/failures";
import { labelIn, optionsInLines } from "~/models/options";
import { pageCount, pageSize } from "~/models/paging";
import { pluralize } from "~/models/pluralize";
import { submit } from "~/platform/forms/form.server";
import { readUndo, redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { PlainBadge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DueDateChart } from "~/ui/due-date-chart";
import { FilterForm, FilterSelect, ResultCount } from "~/ui/filter-form";
import { useFormResult } from "~/ui/form-result";
import { PageHeader } from "~/ui/page-header";
import { Pager } from "~/ui/pager";
import { FailureToast } from "~/ui/toast";
import type { Route } from "./+types/plan-check-calendar";
import {
  addressOfCalendar,
  type CalendarData,
  complete,
  loadCalendar,
  loadPaper,
  takeBack,
} from "./parts/calendar-data.server";
import { CalendarForPrint } from "./parts/calendar-for-print";
import { CalendarTable } from "./parts/calendar-table";
import { CalendarViews, queryOfPart, WeekDays } from "./parts/calendar-views";

/** The printable page needs no scripts. */
export const handle = {
  hasList: true,
  scripts: (data?: Partial<Route.ComponentProps["loaderData"]>) => (data?.paper ? false : undefined),
};

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "navigate.calendar");
  const filter = readCalendarFilter(url.searchParams);
  if (url.searchParams.has("print")) return { paper: await loadPaper(viewer, filter) };
  return { calendar: await loadCalendar(viewer, filter, await readUndo(request)) };
}

export function action({ request, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "navigate.calendar");
  const address = addressOfCalendar(readCalendarFilter(url.searchParams));
  const failure = failures.completeAssignment;
  return submit(request, CompleteSchema, { failure }, async ({ assignmentId, backTo, seen }) => {
    if (!backTo) return complete(viewer, assignmentId, address);
    await takeBack(viewer, assignmentId, backTo, seen);
    return redirectWithSuccess(address, `Assignment marked as ${assignmentStatuses[backTo].label}`);
  });
}

export default function PlanCheckCalendarPage({ loaderData: { paper, calendar } }: Route.ComponentProps) {
  if (paper) return <CalendarForPrint paper={paper} />;
  return <PlanCheckCalendar calendar={calendar} />;
}

function PlanCheckCalendar({ calendar }: { calendar: CalendarData }) {
  const { filter, total, due, today, days } = calendar;
  const employees = optionsInLines(calendar.employees);
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
      <DueDateChart
        due={due}
        today={today}
        current={filter.day ?? (filter.view === "overdue" ? "overdue" : undefined)}
        hrefOf={(part) => queryOfPart(filter, part)}
      />
      <Card
        title="Assignments"
        aside={
          <ResultCount className="">
            <PlainBadge tone="grey">{pluralize(total, "assignment", "assignments")}</PlainBadge>
          </ResultCount>
        }
        flush
      >
        <CalendarViews calendar={calendar} />
        {days && <WeekDays filter={filter} days={days} />}
        <FilterForm values={filter}>
          {filter.day && <input type="hidden" name="day" value={filter.day} />}
          {filter.week && <input type="hidden" name="week" value={filter.week} />}
          <FilterSelect name="view" label="View" placeholder={allAssignments} options={calendarViewOptions} />
          <FilterSelect name="employeeId" label="Employee" placeholder={allEmployees} options={employees} />
        </FilterForm>
        <p className="card-body hidden print:block">{calendarFilterText(filter, employee || undefined)}</p>
        <CalendarTable {...calendar} />
        {total > pageSize && (
          <Pager
            page={filter.page}
            total={total}
            size={filter.rows}
            href={(page) => calendarFilterQuery({ ...filter, page })}
            rowsHref={(rows) => calendarFilterQuery({ ...filter, page: undefined, rows })}
          />
        )}
        <p className="card-footer hidden print:block">
          Page {number(filter.page)} of {number(pageCount(total, filter.rows))}
        </p>
      </Card>
      <Outlet />
    </div>
  );
}
