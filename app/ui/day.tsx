import { type CalendarDate, formatDate } from "~/models/calendar-date";

export const Day = ({ date, isLate }: { date: CalendarDate | null; isLate?: boolean }) => (
  <time dateTime={date ?? undefined} className={isLate ? "late" : undefined}>
    {formatDate(date)}
  </time>
);
