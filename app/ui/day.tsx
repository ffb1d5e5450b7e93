import { type CalendarDate, formatDate } from "~/models/calendar-date";

type DayProps = { date: CalendarDate | null; isLate?: boolean };

export const Day = ({ date, isLate }: DayProps) => (
  <time dateTime={date ?? undefined} className={isLate ? "late" : undefined}>
    {formatDate(date)}
  </time>
);
