import { Outlet } from "react-router";
import {
  allAssignments,
  allEmployees,
  calendarFilterQuery,
  calendarFilterText,
  calendarPrintQuery,
  calendarViewOptions,
} from "~/models/assignments/calendar-filter";
import { failures } from "~/models/failures";
import { optionsInLines } from "~/models/option-lines";
import { labelIn } from "~/models/options";
import type { Packed } from "~/models/packed";
import { pageCount, pageSize } from "~/models/paging";
import { pluralize } from "~/models/pluralize";
import { PlainBadge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DueDateChart } from "~/ui/due-date-chart";
import { FilterForm, FilterSelect, ResultCount } from "~/ui/filter-form";
import { useFormResult } from "~/ui/form-result";
import { ManyAssignmentsBar } from "~/ui/many-assignments";
import { PageHeader } from "~/ui/page-header";
import { Pager } from "~/ui/pager";
import { FailureToast } from "~/ui/toast";
import { useUnpacked } from "~/ui/use-unpacked";
import type { CalendarData } from "./calendar-data.server";
import { CalendarTable } from "./calendar-table";
import { CalendarViews, queryOfPart, WeekDays } from "./calendar-views";

export function PlanCheckCalendar({ calendar: packed }: { calendar: Packed<CalendarData> }) {
  const calendar = useUnpacked(packed);
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
        <ManyAssignmentsBar {...calendar} />
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
