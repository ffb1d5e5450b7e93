import type { Columns } from "../columns";
import { type Discipline, disciplines } from "../discipline";
import { pluralize } from "../pluralize";
import { roles } from "../policy";

export const employeeStatuses = {
  active: { label: "Active", tone: "green" },
  inactive: { label: "Inactive", tone: "grey" },
  pending_invite: { label: "Pending Invite", tone: "yellow" },
} as const;

export type EmployeeStatus = keyof typeof employeeStatuses;

/** What an employee looks like to a caller. */
export const employeeColumns = {
  id: { kind: "id" },
  userId: { kind: "id" },
  name: { kind: "text", isComputed: true, heading: "Employee Name" },
  email: { kind: "text", heading: "Email" },
  disciplines: { kind: "options", of: disciplines, isComputed: true, heading: "Review Disciplines" },
  user: { kind: "other", isComputed: true },
  role: { kind: "option", of: roles, isNullable: true, api: false, heading: "Role" },
  status: { kind: "option", of: employeeStatuses, isComputed: true, api: false, heading: "Status" },
  isAdministrator: { kind: "flag", isComputed: true },
  isActive: { kind: "flag" },
  isInvited: { kind: "flag" },
  updatedAt: { kind: "moment" },
} as const satisfies Columns;

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
  `${pluralize(moved, "assignment was", "assignments were")} reassigned`;
