import { addDays, type CalendarDate, formatDay } from "./calendar-date";

const dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;

const weekday = (date: CalendarDate): number => new Date(`${date}T00:00:00Z`).getUTCDay();

export const dayName = (date: CalendarDate) => dayNames[weekday(date)];

/** 'Tue Nov 17'. */
export const formatWeekday = (date: CalendarDate): string => `${dayName(date)} ${formatDay(date)}`;

/** A week begins on Monday. */
export const mondayOf = (date: CalendarDate): CalendarDate => addDays(date, -((weekday(date) + 6) % 7));

export const daysOfWeek = (monday: CalendarDate): CalendarDate[] =>
  [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(monday, days));
