import { type CalendarDate, daysBetween } from "../calendar-date";
import { optionsOf, valuesOf } from "../options";
import type { Tone } from "../tone";
import { type DueStatus, dueStatus } from "./due-date";

export const permitStatuses = {
  approved: { label: "Approved", tone: "green" },
  in_process: { label: "In Process", tone: "blue" },
  resubmittal_required: { label: "Resubmittal Required", tone: "yellow" },
  hold: { label: "Hold", tone: "orange" },
  cancelled: { label: "Cancelled", tone: "red" },
} as const satisfies Record<string, { label: string; tone: Tone }>;

export type PermitStatus = keyof typeof permitStatuses;
export const permitStatusValues = valuesOf(permitStatuses);
export const permitStatusOptions = optionsOf(permitStatuses);
export const isPermitStatus = (value: unknown): value is PermitStatus =>
  typeof value === "string" && Object.hasOwn(permitStatuses, value);

/** The statuses in which nothing is due, as they read after the words of a plan check or an assignment. */
const pausedStatuses = {
  hold: { label: "On hold", tone: "orange" },
  cancelled: { label: "Cancelled", tone: "red" },
} as const;

export const pausedStatusValues = valuesOf(pausedStatuses);

export type PausedStatus = (typeof pausedStatuses)[keyof typeof pausedStatuses];

/** Returns "On hold" or "Cancelled" with its tone; null for a permit with another status. */
export const pausedStatusOf = (status: PermitStatus): PausedStatus | null =>
  status === "hold" || status === "cancelled" ? pausedStatuses[status] : null;

export const projectTypes = {
  residential: { label: "Residential" },
  commercial: { label: "Commercial" },
  mixed_use: { label: "Mixed Use" },
  industrial: { label: "Industrial" },
  institutional: { label: "Institutional" },
  other: { label: "Other" },
} as const;

export type ProjectType = keyof typeof projectTypes;
export const projectTypeValues = valuesOf(projectTypes);
export const projectTypeOptions = optionsOf(projectTypes);

export const reviewCycles = ["PC1", "PC2", "PC3", "PC4", "PC5", "PC6", "PC7", "PC8", "PC9", "PC10"] as const;
export type ReviewCycle = (typeof reviewCycles)[number];
export const reviewCycleOptions = reviewCycles.map((cycle, index) => ({
  value: cycle,
  label: `${cycle} - Plan Check ${index + 1}`,
}));
/** "PC4 Review", the heading of a review cycle. */
export const reviewLabel = (cycle: ReviewCycle): string => `${cycle} Review`;
/** Returns the next cycle, or undefined after the last one. */
export const nextReviewCycle = (cycle: ReviewCycle): ReviewCycle | undefined =>
  reviewCycles[reviewCycles.indexOf(cycle) + 1];
/** Compares cycles for a sort, the earliest first. */
export const byCycle = (first: ReviewCycle, second: ReviewCycle): number =>
  reviewCycles.indexOf(first) - reviewCycles.indexOf(second);
/** Whether a cycle is before another. */
export const isBefore = (cycle: ReviewCycle, other: ReviewCycle): boolean => byCycle(cycle, other) < 0;
/** The cycles for which a city can upload files: the first five and others, such as the permit's current cycle. */
export const uploadCycleOptions = (...others: ReviewCycle[]) =>
  reviewCycleOptions.filter(({ value }, index) => index < 5 || others.includes(value));
export const isReviewCycle = (value: unknown): value is ReviewCycle =>
  reviewCycles.includes(value as ReviewCycle);

export const revisions = [
  "rev1",
  "rev2",
  "rev3",
  "rev4",
  "rev5",
  "rev6",
  "rev7",
  "rev8",
  "rev9",
  "rev10",
] as const;
export type Revision = (typeof revisions)[number];
/** Forms and the API send `none` for no revision. */
export const revisionOptions = [
  { value: "none", label: "None" },
  ...revisions.map((revision) => ({ value: revision, label: revision })),
];

export const permitYears = { first: 2020, last: 2030 } as const;
export const permitYearOptions = Array.from(
  { length: permitYears.last - permitYears.first + 1 },
  (_, index) => {
    const year = String(permitYears.first + index);
    return { value: year, label: year };
  },
);
export const defaultReviewDays = 10;

/** Returns a permit number, `OAK-26-041`: city code, last two digits of the year, count with at least three digits. */
export function formatPermitNumber(cityCode: string, year: number, count: number): string {
  return `${permitNumberPrefix(cityCode, year)}${String(count).padStart(3, "0")}`;
}

/** Returns the count in a permit number of this city and year, or undefined for any other number. */
export function countOfPermitNumber(number: string, cityCode: string, year: number): number | undefined {
  const prefix = permitNumberPrefix(cityCode, year);
  const count = number.toUpperCase().startsWith(prefix) ? number.slice(prefix.length) : "";
  return /^\d{3,15}$/.test(count) ? Number(count) : undefined;
}

function permitNumberPrefix(cityCode: string, year: number): string {
  return `${cityCode.toUpperCase()}-${String(year % 100).padStart(2, "0")}-`;
}

/**
 * Returns the due status of an open permit (in process or waiting for a resubmittal), starting three days
 * before the due date. Returns undefined earlier and for other permits.
 */
export function permitDueStatus(
  permit: { status: PermitStatus; dueDate: CalendarDate | null },
  today: CalendarDate,
): DueStatus | undefined {
  const isOpen = permit.status === "in_process" || permit.status === "resubmittal_required";
  if (!isOpen || !permit.dueDate || daysBetween(today, permit.dueDate) > 3) return undefined;
  return dueStatus(permit.dueDate, today);
}
