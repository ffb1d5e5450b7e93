import { addDays, type CalendarDate, formatDate } from "~/models/calendar-date";
import { dueStatus } from "~/models/permits/due-date";
import type { Tone } from "~/models/tone";
import { Card } from "./card";

type Due = { overdue: number; days: { date: CalendarDate; count: number }[] };
type Bar = { key: string; label: string; under?: string; count: number; tone: Tone; at: number };

/** The first place is wider than a day's, for its longer word. */
const firstPlace = 3.2;
const barWidth = 0.7;
const baseline = 74;
const tallest = 54;

/** How many open assignments are overdue and how many fall due each day, drawn; and as a table for readers. */
export function DueStrip({ due, today }: { due: Due; today: CalendarDate }) {
  const bars = barsOf(due, today);
  const places = firstPlace + due.days.length;
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const percent = (place: number) => `${((100 * place) / places).toFixed(3)}%`;
  return (
    <Card
      title="Open assignments by due date"
      aside={<span className="small">Next {due.days.length} days</span>}
    >
      <svg width="100%" height="112" fontSize="11" textAnchor="middle" aria-hidden="true">
        <line x1="0" x2="100%" y1={baseline + 0.5} y2={baseline + 0.5} className="stroke-line" />
        {bars.map(({ key, label, under, count, tone, at }) => {
          const height = Math.round((tallest * count) / most);
          return (
            <g key={key} className={tone}>
              {count > 0 && (
                <>
                  <rect
                    x={percent(at - barWidth / 2)}
                    width={percent(barWidth)}
                    y={baseline - height}
                    height={height}
                    fill="currentColor"
                  />
                  <text x={percent(at)} y={baseline - height - 5} className="fill-ink" fontWeight="600">
                    {count}
                  </text>
                </>
              )}
              <text x={percent(at)} y={baseline + 16} className="fill-ink-2">
                {label}
              </text>
              {under && (
                <text x={percent(at)} y={baseline + 31} className="fill-ink-2">
                  {under}
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
            {due.days.map(({ date, count }) => (
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

function barsOf({ overdue, days }: Due, today: CalendarDate): Bar[] {
  const ahead = days.map(({ date, count }, index) => ({
    key: date,
    label: String(Number(date.slice(8))),
    under: date === today ? "Today" : startsMonth(date) ? formatDate(date).slice(0, 3) : undefined,
    count,
    tone: dueStatus(date, today).tone,
    at: firstPlace + index + 0.5,
  }));
  return [{ key: "overdue", label: "Overdue", count: overdue, tone: "red", at: firstPlace / 2 }, ...ahead];
}

const startsMonth = (date: CalendarDate) => date.slice(0, 7) !== addDays(date, -1).slice(0, 7);
