import type { Discipline } from "../discipline";
import { counted } from "../wording";

export const employeeStatuses = {
  active: { label: "Active", tone: "green" },
  inactive: { label: "Inactive", tone: "grey" },
  pending_invite: { label: "Pending Invite", tone: "yellow" },
} as const;

export type EmployeeStatus = keyof typeof employeeStatuses;

/** Who is inactive cannot use an invitation either, so that this is what is said of them. */
export function employeeStatus({
  isActive,
  isInvited,
}: {
  isActive: boolean;
  isInvited: boolean;
}): EmployeeStatus {
  if (!isActive) return "inactive";
  return isInvited ? "pending_invite" : "active";
}

export const disciplineNeeded = "Non-admin employees must have at least one discipline selected";

/** Who only reviews must be certified in something; an administrator may be. */
export const lacksDiscipline = (employee: { isAdministrator: boolean; disciplines: Discipline[] }): boolean =>
  !employee.isAdministrator && employee.disciplines.length === 0;

/** What is said once so many assignments have been given to others. */
export const reassigned = (moved: number): string =>
  `${counted(moved, "assignment was", "assignments were")} reassigned`;
