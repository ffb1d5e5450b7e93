export type CalendarDate = string;

const dayLength = 24 * 60 * 60 * 1000;
const pattern = /^\d{4}-\d{2}-\d{2}$/;

const utcTime = (date: CalendarDate) => Date.parse(`${date}T00:00:00Z`);
const fromUtcTime = (time: number): CalendarDate => new Date(time).toISOString().slice(0, 10);

/** Returns undefined for other texts, 2026-02-31 and the year 0. */
function dateParts(text: string) {
  const time = pattern.test(text) ? utcTime(text) : Number.NaN;
  const isExisting = !Number.isNaN(time) && fromUtcTime(time) === text;
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  // PostgreSQL has no year 0.
  return isExisting && year > 0 ? { year, month, day } : undefined;
}

export const isCalendarDate = (text: string): boolean => dateParts(text) !== undefined;

/** The days that a form or a program can enter: a year typed as 26 is another one. */
export const firstDate: CalendarDate = "2000-01-01";
export const lastDate: CalendarDate = "2099-12-31";

export function yearProblem(date: CalendarDate): string | undefined {
  if (date >= firstDate && date <= lastDate) return undefined;
  return `The year must be between 2000 and 2099; this date has ${Number(date.slice(0, 4))}`;
}

export const dateIn = (timeZone: string, moment: Date): CalendarDate => datesIn(timeZone)(moment);

/** For many moments: only creating the format is slow. */
export function datesIn(timeZone: string): (moment: Date) => CalendarDate {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  return (moment) => format.format(moment);
}

export const addDays = (date: CalendarDate, days: number) => fromUtcTime(utcTime(date) + days * dayLength);

/** In a year without February 29 it is the day of that name all the same, which compares rightly. */
export const yearsBefore = (date: CalendarDate, years: number): CalendarDate =>
  `${String(Number(date.slice(0, 4)) - years).padStart(4, "0")}${date.slice(4)}`;

export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  Math.round((utcTime(to) - utcTime(from)) / dayLength);

/** Intl takes several times as long, and some pages have thousands of dates. */
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** 'Nov 17, 2026', or 'N/A' if it is missing or invalid. */
export function formatDate(date: CalendarDate | null | undefined): string {
  const parts = date ? dateParts(date) : undefined;
  return parts ? `${months[parts.month - 1]} ${parts.day}, ${parts.year}` : "N/A";
}

/** 'Nov 17', of a day that is near. */
export const formatDay = (date: CalendarDate): string => formatDate(date).replace(/, \d+$/, "");
