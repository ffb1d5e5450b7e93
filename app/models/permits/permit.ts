import { type CalendarDate, daysBetween } from "../calendar-date";
import { optionsOf, plainOptions, valuesOf, valuesWhere } from "../options";
import type { Tone } from "../tone";
import type { CityStatus, Holder } from "./city-status";
import { type DueStatus, dueStatus } from "./due-date";

type PermitStatusFacts = {
  label: string;
  tone: Tone;
  /** Whether the permit's own due date matters. */
  isOpen: boolean;
  /** Whether its plan check is opened before a command needs it. */
  isUnderReview: boolean;
  /** Whether the counters of the dashboard and of a city count it as waiting for the provider. */
  isPendingReview: boolean;
  /** Whether the next review cycle sets it back to the status of a review, where the city uses corrections. */
  goesOnWithNextCycle: boolean;
  /** Its words if nothing is due in it; `isFinal` if nothing can be done on its plan check either. */
  pause: { label: string; word: string; isFinal: boolean } | null;
  /** What its city sees, with and without an assignment in the current cycle. */
  citySees: { assigned: CityStatus; unassigned: CityStatus };
  /** The words of the city's second badge, if its status is more precise than what the city sees. */
  cityDetail: string | null;
  /** Who has the permit, as its city sees it. */
  holder: Holder;
};

export const permitStatuses = {
  approved: {
    label: "Approved",
    tone: "green",
    isOpen: false,
    isUnderReview: false,
    isPendingReview: false,
    goesOnWithNextCycle: true,
    pause: null,
    citySees: { assigned: "approved", unassigned: "approved" },
    cityDetail: null,
    holder: "none",
  },
  in_process: {
    label: "In Process",
    tone: "blue",
    isOpen: true,
    isUnderReview: true,
    isPendingReview: true,
    goesOnWithNextCycle: false,
    pause: null,
    citySees: { assigned: "in_review", unassigned: "pending_review" },
    cityDetail: null,
    holder: "provider",
  },
  resubmittal_required: {
    label: "Resubmittal Required",
    tone: "yellow",
    isOpen: true,
    isUnderReview: true,
    isPendingReview: false,
    goesOnWithNextCycle: true,
    pause: null,
    citySees: { assigned: "in_review", unassigned: "in_review" },
    cityDetail: "Resubmittal required",
    holder: "applicant",
  },
  hold: {
    label: "Hold",
    tone: "orange",
    isOpen: false,
    isUnderReview: true,
    isPendingReview: false,
    goesOnWithNextCycle: false,
    pause: { label: "On hold", word: "on hold", isFinal: false },
    citySees: { assigned: "in_review", unassigned: "in_review" },
    cityDetail: "On hold",
    holder: "provider",
  },
  cancelled: {
    label: "Cancelled",
    tone: "red",
    isOpen: false,
    isUnderReview: false,
    isPendingReview: false,
    goesOnWithNextCycle: false,
    pause: { label: "Cancelled", word: "cancelled", isFinal: true },
    citySees: { assigned: "rejected", unassigned: "rejected" },
    cityDetail: "Cancelled",
    holder: "none",
  },
} as const satisfies Record<string, PermitStatusFacts>;

export type PermitStatus = keyof typeof permitStatuses;
export const permitStatusValues = valuesOf(permitStatuses);
export const permitStatusOptions = optionsOf(permitStatuses);
export const isPermitStatus = (value: unknown): value is PermitStatus =>
  typeof value === "string" && Object.hasOwn(permitStatuses, value);

export const statusOfReview: PermitStatus = "in_process";

/** The status whose days from the creation the database counts. */
export const statusOfApproval: PermitStatus = "approved";
export const isApproved = (status: PermitStatus): boolean => status === statusOfApproval;

export const underReview = valuesWhere(permitStatuses, ({ isUnderReview }) => isUnderReview);
export const pendingReview = valuesWhere(permitStatuses, ({ isPendingReview }) => isPendingReview);

/** Of which nothing more is expected. */
export const closedStatuses = valuesWhere(permitStatuses, ({ isUnderReview }) => !isUnderReview);

export const openPermitStatuses = valuesWhere(permitStatuses, ({ isOpen }) => isOpen);

export const heldStatuses = valuesWhere(permitStatuses, ({ pause }) => pause !== null && !pause.isFinal);

export const pausedStatuses = valuesWhere(permitStatuses, ({ pause }) => pause !== null);

export const finalStatuses = valuesWhere(permitStatuses, ({ pause }) => pause?.isFinal === true);

export const isFinal = (status: PermitStatus): boolean => permitStatuses[status].pause?.isFinal === true;

export function holdWordOf(status: PermitStatus): string | null {
  const { pause } = permitStatuses[status];
  return pause && !pause.isFinal ? pause.word : null;
}

export const statusOfHold: PermitStatus = "hold";

/** What the ticked permits of a list can get at once. */
export const tickedPermitChanges = {
  hold: { label: "Put on hold" },
  "due-date": { label: "Set due date" },
  reviewer: { label: "Assign a reviewer" },
};

export type TickedPermitChange = keyof typeof tickedPermitChanges;

/** The change of a status that is one click away: an open permit is put on hold, and goes on from there. */
export function holdChangeOf(status: PermitStatus): { status: PermitStatus; label: string } | null {
  if (permitStatuses[status].isOpen) return { status: statusOfHold, label: "Put on hold" };
  return status === statusOfHold ? { status: statusOfReview, label: "Resume" } : null;
}

export function pausedBadgeOf(status: PermitStatus): { label: string; tone: Tone } | null {
  const { pause, tone } = permitStatuses[status];
  return pause && { label: pause.label, tone };
}

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
export const [firstReviewCycle] = reviewCycles;
export const reviewCycleOptions = reviewCycles.map((cycle, index) => ({
  value: cycle,
  label: `${cycle} - Plan Check ${index + 1}`,
}));
export const reviewLabel = (cycle: ReviewCycle): string => `${cycle} Review`;
export const nextReviewCycle = (cycle: ReviewCycle) => reviewCycles[reviewCycles.indexOf(cycle) + 1];
export const byCycle = (first: ReviewCycle, second: ReviewCycle): number =>
  reviewCycles.indexOf(first) - reviewCycles.indexOf(second);
export const isBefore = (cycle: ReviewCycle, other: ReviewCycle): boolean => byCycle(cycle, other) < 0;
/** The first five, and others such as the permit's current one. */
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
export const revisionOptions = [{ value: "none", label: "None" }, ...plainOptions(revisions)];

export type NumberedPermit = { urban37PermitNumber: string; revisionNumber: string | null };

/** Returns "OAK-26-001 rev1". */
export const permitNumberText = ({ urban37PermitNumber, revisionNumber }: NumberedPermit): string =>
  [urban37PermitNumber, revisionNumber].filter(Boolean).join(" ");

export const permitYears = { first: 2020, last: 2030 } as const;
export const permitYearOptions = plainOptions(
  Array.from(
    { length: permitYears.last - permitYears.first + 1 },
    (_, index) => `${permitYears.first + index}`,
  ),
);
export const defaultReviewDays = 10;

export function formatPermitNumber(cityCode: string, year: number, count: number): string {
  return `${permitNumberPrefix(cityCode, year)}${String(count).padStart(3, "0")}`;
}

export function countOfPermitNumber(number: string, cityCode: string, year: number): number | undefined {
  const prefix = permitNumberPrefix(cityCode, year);
  const count = number.toUpperCase().startsWith(prefix) ? number.slice(prefix.length) : "";
  return /^\d{3,15}$/.test(count) ? Number(count) : undefined;
}

function permitNumberPrefix(cityCode: string, year: number): string {
  return `${cityCode.toUpperCase()}-${String(year % 100).padStart(2, "0")}-`;
}

/** From three days before the due date of an open permit; undefined otherwise. */
export function permitDueStatus(
  permit: { status: PermitStatus; dueDate: CalendarDate | null },
  today: CalendarDate,
): DueStatus | undefined {
  if (!permitStatuses[permit.status].isOpen || !permit.dueDate || daysBetween(today, permit.dueDate) > 3)
    return undefined;
  return dueStatus(permit.dueDate, today);
}
