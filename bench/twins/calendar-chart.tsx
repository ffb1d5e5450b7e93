import { addDays, formatDate } from "../../app/models/calendar-date";
import { dueStatus } from "../../app/models/permits/due-date";
import type { CalendarData } from "./calendar-data";
import { Card } from "./elements";

type CalendarChartProps = { calendar: Pick<CalendarData, "today" | "overdue" | "days"> };

/** The numbers of open assignments by due date: bars, and a table for screen readers. */
export function CalendarChart({ calendar }: CalendarChartProps) {
  const { overdue, days } = calendar;
  return (
    <Card
      id="due"
      title="Open assignments by due date"
      aside={<span className="text-sm text-gray-500">Next {days.length} days</span>}
    >
      <Bars calendar={calendar} />
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
              <td>{overdue}</td>
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

const baseline = 74;
const maximumHeight = 54;
const textClasses: Record<string, string> = {
  red: "text-red-700",
  orange: "text-orange-700",
  green: "text-green-700",
};

function Bars({ calendar: { today, overdue, days } }: CalendarChartProps) {
  const width = days.length + 3.2;
  const maximum = Math.max(1, overdue, ...days.map(({ count }) => count));
  const bars = [
    { key: "overdue", label: "Overdue", note: "", count: overdue, tone: "red", center: 1.6 },
    ...days.map(({ date, count }, index) => ({
      key: date,
      label: Number(date.slice(8)),
      note: noteOf(date, today),
      count,
      tone: dueStatus(date, today).tone,
      center: 3.7 + index,
    })),
  ];
  const percent = (part: number) => `${((100 * part) / width).toFixed(3)}%`;
  return (
    <svg width="100%" height="112" fontSize="11" textAnchor="middle" aria-hidden="true">
      <line x1="0" x2="100%" y1={baseline + 0.5} y2={baseline + 0.5} className="stroke-gray-300" />
      {bars.map(({ key, label, note, count, tone, center }) => {
        const height = Math.round((maximumHeight * count) / maximum);
        return (
          <g key={key} className={textClasses[tone]}>
            {count > 0 && (
              <>
                <rect
                  x={percent(center - 0.35)}
                  width={percent(0.7)}
                  y={baseline - height}
                  height={height}
                  fill="currentColor"
                />
                <text
                  x={percent(center)}
                  y={baseline - height - 5}
                  className="fill-gray-900"
                  fontWeight="600"
                >
                  {count}
                </text>
              </>
            )}
            <text x={percent(center)} y={baseline + 16} className="fill-gray-600">
              {label}
            </text>
            {note && (
              <text x={percent(center)} y={baseline + 31} className="fill-gray-600">
                {note}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** Names today, and the month on its first day. */
function noteOf(date: string, today: string): string {
  if (date === today) return "Today";
  return date.slice(0, 7) === addDays(date, -1).slice(0, 7) ? "" : formatDate(date).slice(0, 3);
}
