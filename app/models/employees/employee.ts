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
  identityProvider: { kind: "text", isNullable: true, api: false },
  isInvited: { kind: "flag" },
  updatedAt: { kind: "moment" },
} as const satisfies Columns;

/** An inactive employee cannot use an invitation. */
export function employeeStatus(user: { isActive: boolean; isInvited: boolean }): EmployeeStatus {
  if (!user.isActive) return "inactive";
  return user.isInvited ? "pending_invite" : "active";
}

export const disciplineNeeded = "Non-admin employees must have at least one discipline selected";

export const lacksDiscipline = (employee: { isAdministrator: boolean; disciplines: Discipline[] }): boolean =>
  !employee.isAdministrator && employee.disciplines.length === 0;

export const reassignedMessage = (count: number): string =>
  `${pluralize(count, "assignment was", "assignments were")} reassigned`;
