/** A day in the provider's time zone, `YYYY-MM-DD`. */
export type CalendarDate = string;

const dayLength = 24 * 60 * 60 * 1000;
const pattern = /^(\d{4})-(\d{2})-(\d{2})$/;

const utcTime = (date: CalendarDate) => Date.parse(`${date}T00:00:00Z`);
const fromUtcTime = (time: number): CalendarDate => new Date(time).toISOString().slice(0, 10);

/** Whether a text names a day that exists: 2026-02-31 does not. */
export function isCalendarDate(text: string): boolean {
  const time = pattern.test(text) ? utcTime(text) : Number.NaN;
  return !Number.isNaN(time) && fromUtcTime(time) === text;
}

/** The day that a moment falls on in a time zone. */
export function dateIn(timeZone: string, moment: Date): CalendarDate {
  return new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(moment);
}

/** The date some days later, or earlier when they are negative. */
export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  fromUtcTime(utcTime(date) + days * dayLength);

/** Calendar days from one day to another; negative when the second is earlier. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  Math.round((utcTime(to) - utcTime(from)) / dayLength);

const shortDate = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  month: "short",
  day: "numeric",
  year: "numeric",
});

/** 'Nov 17, 2026', or 'N/A' when there is none. */
export function formatDate(date: CalendarDate | null | undefined): string {
  return date && isCalendarDate(date) ? shortDate.format(utcTime(date)) : "N/A";
}
