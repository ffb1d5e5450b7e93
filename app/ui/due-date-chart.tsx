import type { ReactNode } from "react";
import { Link } from "react-router";
import { addDays, type CalendarDate, formatDate } from "~/models/calendar-date";
import { dueStatus } from "~/models/permits/due-date";
import { pluralize } from "~/models/pluralize";
import type { Tone } from "~/models/tone";
import { Card } from "./card";

type Due = { overdue: number; days: number[] };
/** What a bar lists: a day, or all days before today. */
export type ChartPart = CalendarDate | "overdue";
type Bar = { part: ChartPart; label: string; secondLine?: string; count: number; tone: Tone; name: string };

type DueDateChartProps = {
  due: Due;
  today: CalendarDate;
  /** The part that is listed now. */
  current?: ChartPart;
  hrefOf: (part: ChartPart) => string;
};

const maxHeight = 54;

/** Each bar leads to its assignments. What is overdue has its number, and is cut where it would flatten the days. */
export function DueDateChart({ due, today, current, hrefOf }: DueDateChartProps) {
  const maximum = Math.max(1, ...due.days);
  return (
    <Card
      title="Open assignments by due date"
      aside={<span className="small">{`Next ${due.days.length} days`}</span>}
    >
      <ul className="due-chart">
        {barsOf(due, today).map(({ part, label, secondLine, count, tone, name }) => (
          <li key={part}>
            <ToPart to={count > 0 ? hrefOf(part) : undefined} isCurrent={part === current} name={name}>
              {count > 0 && <b>{count.toLocaleString("en-US")}</b>}
              <ChartBar height={Math.ceil((maxHeight * count) / maximum)} tone={tone} />
              <span>{label}</span>
              <span>{secondLine}</span>
            </ToPart>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type ToPartProps = { to?: string; isCurrent: boolean; name: string; children: ReactNode };

function ToPart({ to, isCurrent, name, children }: ToPartProps) {
  const shown = (
    <>
      <span className="sr-only">{name}</span>
      <span className="bar" aria-hidden="true">
        {children}
      </span>
    </>
  );
  if (to === undefined) return shown;
  return (
    <Link to={to} aria-current={isCurrent ? "true" : undefined} preventScrollReset>
      {shown}
    </Link>
  );
}

const cutAt = maxHeight - 12;

function ChartBar({ height, tone }: { height: number; tone: Tone }) {
  const isCut = height > maxHeight;
  const shown = Math.min(height, maxHeight);
  return (
    <svg width="100%" height={shown} aria-hidden="true">
      <g className={tone} fill="currentColor">
        <rect width="100%" y={isCut ? maxHeight - cutAt : 0} height={isCut ? cutAt : shown} />
        {isCut && <rect width="100%" height={maxHeight - cutAt - 4} />}
      </g>
    </svg>
  );
}

function barsOf({ overdue, days }: Due, today: CalendarDate): Bar[] {
  const nameOf = (subject: string, count: number) =>
    `${subject}: ${pluralize(count, "open assignment", "open assignments")}`;
  const dayBars = days.map((count, index) => {
    const date = addDays(today, index);
    return {
      part: date,
      label: String(Number(date.slice(8))),
      secondLine: date === today ? "Today" : isFirstOfMonth(date) ? formatDate(date).slice(0, 3) : undefined,
      count,
      tone: dueStatus(date, today).tone,
      name: nameOf(formatDate(date), count),
    };
  });
  const late = { label: "Overdue", count: overdue, tone: "red" as const, name: nameOf("Overdue", overdue) };
  return [{ part: "overdue", ...late }, ...dayBars];
}

const isFirstOfMonth = (date: CalendarDate) => date.slice(0, 7) !== addDays(date, -1).slice(0, 7);
