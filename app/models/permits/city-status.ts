import type { CalendarDate } from "../calendar-date";
import { optionsOf } from "../options";
import type { PlanCheckWord } from "../plan-checks/plan-check";
import type { Tone } from "../tone";
import { dueStatus } from "./due-date";
import {
  isPermitStatus,
  type PermitStatus,
  pausedStatusOf,
  permitStatuses,
  permitStatusValues,
} from "./permit";
import type { PermitState } from "./permit-filter";

/** The four statuses that a city sees. */
export const cityStatuses = {
  pending_review: { label: "Pending Review", tone: "yellow" },
  in_review: { label: "In Review", tone: "blue" },
  approved: { label: "Approved", tone: "green" },
  rejected: { label: "Rejected", tone: "red" },
} as const satisfies Record<string, { label: string; tone: Tone }>;

export type CityStatus = keyof typeof cityStatuses;
export const isCityStatus = (value: unknown): value is CityStatus =>
  typeof value === "string" && Object.hasOwn(cityStatuses, value);

/** The options of the status filter, in the order of a portal (R15.2). */
export const cityStatusOptions = optionsOf({
  approved: cityStatuses.approved,
  pending_review: cityStatuses.pending_review,
  in_review: cityStatuses.in_review,
  rejected: cityStatuses.rejected,
});

/** Returns the status that a city sees for a permit. */
export function cityStatusOf(status: unknown, isAssigned: boolean): CityStatus | "unknown" {
  if (!isPermitStatus(status)) return "unknown";
  switch (status) {
    case "approved":
      return "approved";
    case "in_process":
      return isAssigned ? "in_review" : "pending_review";
    case "resubmittal_required":
    case "hold":
      return "in_review";
    case "cancelled":
      return "rejected";
  }
}

/** Returns the states of a permit in which its city sees this status. */
export function permitStatesOf(cityStatus: CityStatus): PermitState[] {
  return permitStatusValues.flatMap((status): PermitState[] => {
    const assigned = cityStatusOf(status, true) === cityStatus;
    const unassigned = cityStatusOf(status, false) === cityStatus;
    if (assigned && unassigned) return [{ status }];
    return assigned || unassigned ? [{ status, isAssigned: assigned }] : [];
  });
}

const resubmittalBadge = { label: "Resubmittal required", tone: permitStatuses.resubmittal_required.tone };

/** Returns the badge after that of the city status, if the permit's own status is more precise. */
const secondBadgeOf = (status: PermitStatus): { label: string; tone: Tone } | null =>
  status === "resubmittal_required" ? resubmittalBadge : pausedStatusOf(status);

/** Returns the badge that a city sees for a permit, and the one after it, such as "In Review" and "On hold". */
export function cityBadgeOf(status: unknown, isAssigned: boolean) {
  const value = cityStatusOf(status, isAssigned);
  const { label, tone }: { label: string; tone: Tone } =
    value === "unknown" ? { label: "Unknown", tone: "grey" } : cityStatuses[value];
  return { value, label, tone, second: isPermitStatus(status) ? secondBadgeOf(status) : null };
}

export type CityBadge = ReturnType<typeof cityBadgeOf>;

type HeldPermit = {
  status: PermitStatus;
  isAssigned: boolean;
  /** The word for the plan check that the city sees; null until its letter is released. */
  word: PlanCheckWord | null;
  isHandedOver: boolean;
};

/** Who has a permit, as its city sees it. */
type Holder = "provider" | "city" | "applicant" | "none";

/** Returns who has a permit: the plan check decides where it is further than the status. */
export function holderOf({ status, word, isHandedOver }: HeldPermit): Holder {
  if (status === "cancelled") return "none";
  if (word === "with_applicant") return "applicant";
  if (word !== null && word !== "resubmitted") return isHandedOver ? "none" : "city";
  if (status === "approved") return "none";
  return status === "resubmittal_required" ? "applicant" : "provider";
}

/** Returns one line for a city: with whom a permit is, and what for. */
export function holderLine(permit: HeldPermit, provider: string): string {
  switch (holderOf(permit)) {
    case "none":
      return permit.status === "cancelled" ? "Not under review: it is cancelled" : "The review is finished";
    case "applicant":
      return "With the applicant, who revises the plans";
    case "city":
      return "With us: the letter is not handed over yet";
    case "provider":
      if (permit.status === "hold") return `With ${provider}, on hold`;
      return `With ${provider}, ${permit.isAssigned ? "in review" : "waiting for a plan reviewer"}`;
  }
}

/** Returns how many days are left; undefined unless the provider has the permit and works on it. */
export const cityDueStatus = (permit: HeldPermit & { dueDate: CalendarDate }, today: CalendarDate) =>
  holderOf(permit) === "provider" && permit.status !== "hold" ? dueStatus(permit.dueDate, today) : undefined;
