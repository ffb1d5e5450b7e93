import type { CalendarDate } from "../calendar-date";
import type { Columns } from "../columns";
import { type Discipline, disciplines } from "../discipline";
import { byCycle, type ReviewCycle, reviewCycles } from "../permits/permit";

/** `YYYY-MM`. */
export type Month = string;

export const quartersPerDay = 96;
export const maxDescriptionLength = 1000;
export const hoursHint = "Use quarter hours, like 0.25 or 1.5";

export const isQuarterHours = (hours: number): boolean => hours > 0 && Number.isInteger(hours * 4);

export const toQuarterHours = (hours: number): number => Math.round(hours * 4);
export const toHours = (quarterHours: number): number => quarterHours / 4;

/** Returns '1.50'. */
export const hoursText = (quarterHours: number): string => toHours(quarterHours).toFixed(2);

/** Returns '1.50 h'. */
export const formatHours = (quarterHours: number): string => `${hoursText(quarterHours)} h`;

type Timed = { quarterHours: number };

export const totalOf = (entries: Timed[]): number =>
  entries.reduce((total, { quarterHours }) => total + quarterHours, 0);

export type TimeTotal = { reviewCycle: ReviewCycle; discipline: Discipline; quarterHours: number };

export function totalsOf(entries: TimeTotal[]): TimeTotal[] {
  const totals = new Map<string, TimeTotal>();
  for (const { reviewCycle, discipline, quarterHours } of entries) {
    const key = `${reviewCycle} ${discipline}`;
    const total = (totals.get(key)?.quarterHours ?? 0) + quarterHours;
    totals.set(key, { reviewCycle, discipline, quarterHours: total });
  }
  return [...totals.values()].sort(
    (first, second) =>
      byCycle(second.reviewCycle, first.reviewCycle) || first.discipline.localeCompare(second.discipline),
  );
}

/** In a month's list: more than most reviewers log. */
export const entriesOnPage = 100;

export type Day<Entry> = { workDate: CalendarDate; quarterHours: number; entries: Entry[] };

export function daysOf<Entry extends Timed & { workDate: CalendarDate }>(entries: Entry[]): Day<Entry>[] {
  const days = Map.groupBy(entries, ({ workDate }) => workDate);
  return [...days].map(([workDate, ofDay]) => ({
    workDate,
    quarterHours: totalOf(ofDay),
    entries: ofDay,
  }));
}

export const isMonth = (text: string | null | undefined): text is Month =>
  /^20\d{2}-(0[1-9]|1[0-2])$/.test(text ?? "");

export const monthOf = (date: CalendarDate): Month => date.slice(0, 7);

export function addMonths(month: Month, months: number): Month {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}

const monthFormat = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "long", year: "numeric" });

/** Returns 'November 2026'. */
export const formatMonth = (month: Month): string => monthFormat.format(new Date(`${month}-01T00:00:00Z`));

export const timeEntryColumns = {
  id: { kind: "id" },
  permitId: { kind: "id" },
  employeeId: { kind: "id" },
  employeeName: { kind: "text", isComputed: true, csv: "Reviewer" },
  discipline: { kind: "option", of: disciplines, csv: "Discipline", heading: "Discipline" },
  reviewCycle: { kind: "option", of: reviewCycles, csv: "Review cycle", heading: "Cycle" },
  quarterHours: { kind: "quarterHours", api: "hoursWorked", csv: "Hours", heading: "Hours", align: "end" },
  workDate: { kind: "date", csv: "Date", heading: "Date" },
  description: { kind: "text", isNullable: true, csv: "Description", heading: "Description" },
  mayChange: { kind: "flag", isComputed: true },
  permit: { kind: "text", isComputed: true, api: false, csv: "Permit", heading: "Permit" },
  cityName: { kind: "text", isComputed: true, api: false, csv: "City" },
  updatedAt: { kind: "moment" },
} as const satisfies Columns;
