import { type CalendarDate, formatDate } from "~/models/calendar-date";
import type { DueStatus } from "~/models/permits/due-date";

export const Day = ({ date, isLate }: { date: CalendarDate | null; isLate?: boolean }) => (
  <time dateTime={date ?? undefined} className={isLate ? "late" : undefined}>
    {formatDate(date)}
  </time>
);

/** A due date in a table. Without a status, it does not matter how far away it is. */
export const DueDay = ({
  date,
  due,
}: {
  date: CalendarDate | null;
  due?: Pick<DueStatus, "label" | "tone">;
}) => (
  <>
    <Day date={date} isLate={due?.tone === "red"} />
    {due && <div className="small">{due.label}</div>}
  </>
);
