import { addDays, type CalendarDate, daysBetween, formatDate } from "../calendar-date";

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const aMonday: CalendarDate = "2001-01-01";

/** The days since the Monday of its week. */
const dayOfWeek = (date: CalendarDate): number => ((daysBetween(aMonday, date) % 7) + 7) % 7;

export const mondayOf = (date: CalendarDate): CalendarDate => addDays(date, -dayOfWeek(date));

/** 'Tue Nov 17'. */
export const formatWeekday = (date: CalendarDate): string =>
  `${weekdays[dayOfWeek(date)]} ${formatDate(date).slice(0, -", 2026".length)}`;
