import { Link } from "react-router";
import {
  allAssignments,
  type CalendarFilter,
  calendarFilterQuery,
  calendarViews,
  weekOf,
} from "~/models/assignments/calendar-filter";
import { addDays, type CalendarDate, formatDate } from "~/models/calendar-date";
import { formatWeekday, mondayOf } from "~/models/calendar-week";
import { permitFilterQuery, permitViews } from "~/models/permits/permit-filter";
import { CountTabs } from "~/ui/count-tabs";
import type { ChartPart } from "~/ui/due-date-chart";
import { ViewLinks } from "~/ui/view-links";
import type { CalendarData } from "./calendar-data.server";

type Part = Pick<CalendarFilter, "view" | "day" | "week">;

/** The query of another view, day or week with the same employee and rows. */
const queryOf = ({ employeeId, rows }: CalendarFilter, part: Part) =>
  calendarFilterQuery({ employeeId, rows, ...part });

export const queryOfPart = (filter: CalendarFilter, part: ChartPart): string =>
  queryOf(filter, part === "overdue" ? { view: part } : { day: part });

export function CalendarViews({ calendar: { filter, ownId, saved, today } }: { calendar: CalendarData }) {
  const { view } = filter;
  const isMine = view === "open" && filter.employeeId !== undefined && filter.employeeId === ownId;
  const ofOthers = isMine ? { ...filter, employeeId: undefined } : filter;
  const week = weekOf(filter);
  const views = [
    { label: allAssignments, to: queryOf(filter, {}), isCurrent: !view && !week },
    {
      label: calendarViews.open.label,
      to: queryOf(ofOthers, { view: "open" }),
      isCurrent: view === "open" && !isMine,
    },
    {
      label: permitViews.late.label,
      to: queryOf(filter, { view: "overdue" }),
      isCurrent: view === "overdue",
    },
    { label: permitViews.unassigned.label, to: `/permits${permitFilterQuery({ view: "unassigned" })}` },
    ...(ownId === null
      ? []
      : [
          {
            label: permitViews.mine.label,
            to: queryOf({ ...filter, employeeId: ownId }, { view: "open" }),
            isCurrent: isMine,
          },
        ]),
    { label: calendarViews.hold.label, to: queryOf(filter, { view: "hold" }), isCurrent: view === "hold" },
    { label: "Week", to: queryOf(filter, { week: week ?? mondayOf(today) }), isCurrent: week !== undefined },
  ];
  const query = calendarFilterQuery({ ...filter, page: undefined });
  return <ViewLinks ready={views} saved={saved} query={query} />;
}

type WeekDaysProps = { filter: CalendarFilter; days: { date: CalendarDate; count: number }[] };

/** The days of a week with what is due on each, and the weeks beside it. */
export function WeekDays({ filter, days }: WeekDaysProps) {
  const week = weekOf(filter) ?? "";
  const whole = {
    label: "Week",
    count: days.reduce((sum, { count }) => sum + count, 0),
    to: queryOf(filter, { week }),
  };
  const tabs = days.map(({ date, count }) => ({
    label: formatWeekday(date),
    count,
    to: queryOf(filter, { day: date }),
  }));
  return (
    <section aria-label={`Week of ${formatDate(week)}`}>
      <p className="week-steps">
        <Link to={queryOf(filter, { week: addDays(week, -7) })} preventScrollReset>
          Previous week
        </Link>
        <strong>Week of {formatDate(week)}</strong>
        <Link to={queryOf(filter, { week: addDays(week, 7) })} preventScrollReset>
          Next week
        </Link>
      </p>
      <CountTabs
        label="Days of the week"
        tabs={[whole, ...tabs]}
        current={filter.day ? formatWeekday(filter.day) : whole.label}
      />
    </section>
  );
}
