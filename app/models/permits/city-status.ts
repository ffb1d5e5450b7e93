import { optionsOf } from "../options";
import type { Tone } from "../tone";
import { isPermitStatus, type PermitStatus, permitStatuses, permitStatusValues } from "./permit";
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

/** The options of the status filter, in the order of the specification. */
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
      return "in_review";
    default:
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

const notes: Partial<Record<PermitStatus, string>> = {
  resubmittal_required: permitStatuses.resubmittal_required.label,
  hold: permitStatuses.hold.label,
  cancelled: permitStatuses.cancelled.label,
};

/** Returns the badge that a city sees for a permit. `note` is the permit's own status if it is more precise. */
export function cityBadgeOf(status: unknown, isAssigned: boolean) {
  const value = cityStatusOf(status, isAssigned);
  const { label, tone }: { label: string; tone: Tone } =
    value === "unknown" ? { label: "Unknown", tone: "grey" } : cityStatuses[value];
  return { value, label, tone, note: (isPermitStatus(status) && notes[status]) || null };
}

export type CityBadge = ReturnType<typeof cityBadgeOf>;
