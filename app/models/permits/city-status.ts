import type { CalendarDate } from "../calendar-date";
import { optionsOf } from "../options";
import { type PlanCheckWord, planCheckWords } from "../review-cycles/plan-check";
import type { Tone } from "../tone";
import { dueStatus } from "./due-date";
import {
  holdWordOf,
  isFinal,
  isPermitStatus,
  type PermitStatus,
  permitStatuses,
  permitStatusValues,
} from "./permit";
import type { PermitState } from "./permit-filter";

/** The four statuses that a city sees, in the order of the filter (R15.2). */
export const cityStatuses = {
  approved: { label: "Approved", tone: "green" },
  pending_review: { label: "Pending Review", tone: "yellow" },
  in_review: { label: "In Review", tone: "blue" },
  rejected: { label: "Rejected", tone: "red" },
} as const satisfies Record<string, { label: string; tone: Tone }>;

export type CityStatus = keyof typeof cityStatuses;
export const cityStatusOptions = optionsOf(cityStatuses);

export function cityStatusOf(status: unknown, isAssigned: boolean): CityStatus | "unknown" {
  if (!isPermitStatus(status)) return "unknown";
  const { citySees } = permitStatuses[status];
  return isAssigned ? citySees.assigned : citySees.unassigned;
}

export function permitStatesOf(cityStatus: CityStatus): PermitState[] {
  return permitStatusValues.flatMap((status): PermitState[] => {
    const assigned = cityStatusOf(status, true) === cityStatus;
    const unassigned = cityStatusOf(status, false) === cityStatus;
    if (assigned && unassigned) return [{ status }];
    return assigned || unassigned ? [{ status, isAssigned: assigned }] : [];
  });
}

function secondBadgeOf(status: PermitStatus): { label: string; tone: Tone } | null {
  const { cityDetail, tone } = permitStatuses[status];
  return cityDetail === null ? null : { label: cityDetail, tone };
}

export function cityBadgeOf(status: unknown, isAssigned: boolean) {
  const value = cityStatusOf(status, isAssigned);
  const { label, tone }: { label: string; tone: Tone } =
    value === "unknown" ? { label: "Unknown", tone: "grey" } : cityStatuses[value];
  return { value, label, tone, second: isPermitStatus(status) ? secondBadgeOf(status) : null };
}

type HeldPermit = {
  status: PermitStatus;
  isAssigned: boolean;
  /** The word for the plan check that the city sees; null until its letter is released. */
  word: PlanCheckWord | null;
  isHandedOver: boolean;
};

export type Holder = "provider" | "city" | "applicant" | "none";

/** The plan check decides where it is further than the status. */
function holderOf({ status, word, isHandedOver }: HeldPermit): Holder {
  if (isFinal(status)) return "none";
  const holder = word && planCheckWords[word].holder;
  if (holder === null) return permitStatuses[status].holder;
  return holder === "city" && isHandedOver ? "none" : holder;
}

export function holderLine(permit: HeldPermit, provider: string): string {
  const { pause } = permitStatuses[permit.status];
  const work = permit.isAssigned ? "in review" : "waiting for a plan reviewer";
  const lines: Record<Holder, string> = {
    none: pause?.isFinal ? `Not under review: it is ${pause.word}` : "The review is finished",
    applicant: "With the applicant, who revises the plans",
    city: "With us: the letter is not handed over yet",
    provider: `With ${provider}, ${holdWordOf(permit.status) ?? (isResubmitted(permit) ? "resubmitted" : work)}`,
  };
  return lines[holderOf(permit)];
}

/** The next review cycle, which has a due date of its own, has not begun. */
const isResubmitted = ({ word }: Pick<HeldPermit, "word">): boolean => word === "resubmitted";

/** Undefined unless the provider has the permit and works on it. */
export const cityDueStatus = (permit: HeldPermit & { dueDate: CalendarDate }, today: CalendarDate) =>
  holderOf(permit) === "provider" && !isResubmitted(permit) && permitStatuses[permit.status].pause === null
    ? dueStatus(permit.dueDate, today)
    : undefined;
