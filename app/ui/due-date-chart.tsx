import { addDays, type CalendarDate, formatDate } from "~/models/calendar-date";
import { dueStatus } from "~/models/permits/due-date";
import type { Tone } from "~/models/tone";
import { Card } from "./card";

type Due = { overdue: number; days: number[] };
type Day = { date: CalendarDate; count: number };
type Bar = { key: string; label: string; secondLine?: string; count: number; tone: Tone; center: number };

/** The widths are in days. The first column is wider than a day, for its longer label. */
const overdueWidth = 3.2;
const barWidth = 0.7;
const baseline = 74;
const maxHeight = 54;

export function DueDateChart({ due, today }: { due: Due; today: CalendarDate }) {
  const days = due.days.map((count, index) => ({ date: addDays(today, index), count }));
  const bars = barsOf(due.overdue, days, today);
  const width = overdueWidth + days.length;
  const maximum = Math.max(1, ...bars.map(({ count }) => count));
  const percent = (days: number) => `${((100 * days) / width).toFixed(3)}%`;
  return (
    <Card title="Open assignments by due date" aside={<span className="small">Next {days.length} days</span>}>
      <svg width="100%" height="112" fontSize="11" textAnchor="middle" aria-hidden="true">
        <line x1="0" x2="100%" y1={baseline + 0.5} y2={baseline + 0.5} className="stroke-line" />
        {bars.map(({ key, label, secondLine, count, tone, center }) => {
          const height = Math.round((maxHeight * count) / maximum);
          return (
            <g key={key} className={tone}>
              {count > 0 && (
                <>
                  <rect
                    x={percent(center - barWidth / 2)}
                    width={percent(barWidth)}
                    y={baseline - height}
                    height={height}
                    fill="currentColor"
                  />
                  <text x={percent(center)} y={baseline - height - 5} className="fill-ink" fontWeight="600">
                    {count}
                  </text>
                </>
              )}
              <text x={percent(center)} y={baseline + 16} className="fill-ink-2">
                {label}
              </text>
              {secondLine && (
                <text x={percent(center)} y={baseline + 31} className="fill-ink-2">
                  {secondLine}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <div className="sr-only">
        <table>
          <caption>Open assignments by due date</caption>
          <thead>
            <tr>
              <th scope="col">Due</th>
              <th scope="col">Open assignments</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Overdue</th>
              <td>{due.overdue}</td>
            </tr>
            {days.map(({ date, count }) => (
              <tr key={date}>
                <th scope="row">{formatDate(date)}</th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function barsOf(overdue: number, days: Day[], today: CalendarDate): Bar[] {
  const dayBars = days.map(({ date, count }, index) => ({
    key: date,
    label: String(Number(date.slice(8))),
    secondLine: date === today ? "Today" : isFirstOfMonth(date) ? formatDate(date).slice(0, 3) : undefined,
    count,
    tone: dueStatus(date, today).tone,
    center: overdueWidth + index + 0.5,
  }));
  return [
    { key: "overdue", label: "Overdue", count: overdue, tone: "red", center: overdueWidth / 2 },
    ...dayBars,
  ];
}

const isFirstOfMonth = (date: CalendarDate) => date.slice(0, 7) !== addDays(date, -1).slice(0, 7);
