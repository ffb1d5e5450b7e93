/** A day in the provider's time zone, `YYYY-MM-DD`. */
export type CalendarDate = string;

const dayLength = 24 * 60 * 60 * 1000;
const pattern = /^(\d{4})-(\d{2})-(\d{2})$/;

const utcTime = (date: CalendarDate) => Date.parse(`${date}T00:00:00Z`);
const fromUtcTime = (time: number): CalendarDate => new Date(time).toISOString().slice(0, 10);

/** Whether a text is an existing day as `YYYY-MM-DD`; 2026-02-31 is not. */
export function isCalendarDate(text: string): boolean {
  const time = pattern.test(text) ? utcTime(text) : Number.NaN;
  return !Number.isNaN(time) && fromUtcTime(time) === text;
}

/** Returns the calendar date of a moment in a time zone. */
export const dateIn = (timeZone: string, moment: Date): CalendarDate => datesIn(timeZone)(moment);

/** Returns a function from a moment to its calendar date in a time zone, for many moments: only creating it is slow. */
export function datesIn(timeZone: string): (moment: Date) => CalendarDate {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  return (moment) => format.format(moment);
}

/** Returns the date that many days later, or earlier if `days` is negative. */
export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  fromUtcTime(utcTime(date) + days * dayLength);

/** Returns the number of days from one date to another; negative if the second is earlier. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  Math.round((utcTime(to) - utcTime(from)) / dayLength);

const shortDate = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  month: "short",
  day: "numeric",
  year: "numeric",
});

/** Formats a date as 'Nov 17, 2026'; 'N/A' if it is missing or invalid. */
export function formatDate(date: CalendarDate | null | undefined): string {
  return date && isCalendarDate(date) ? shortDate.format(utcTime(date)) : "N/A";
}
