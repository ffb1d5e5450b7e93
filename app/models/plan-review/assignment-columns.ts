import type { Columns } from "../columns";
import { disciplines } from "../discipline";
import { permitStatuses, reviewCycles } from "../permits/permit";
import { assignmentStatuses } from "./assignment";
import { decisions } from "./decision";

/** With data of its permit and the reviewer's name. */
export const assignmentColumns = {
  id: { kind: "id" },
  permitId: { kind: "id" },
  reviewCycle: { kind: "option", of: reviewCycles },
  discipline: { kind: "option", of: disciplines, heading: "Discipline" },
  employeeId: { kind: "id" },
  employeeName: { kind: "text", isComputed: true, heading: "Employee" },
  employeeDueDate: { kind: "date", isNullable: true, heading: "Employee Due Date" },
  permitDueDate: { kind: "date", isComputed: true, heading: "Permit Due Date" },
  permitStatus: { kind: "option", of: permitStatuses, isComputed: true },
  daysUntilDue: { kind: "number", isComputed: true, api: false, heading: "Days Until Due" },
  status: { kind: "option", of: assignmentStatuses, heading: "Status" },
  comment: { kind: "text", isNullable: true },
  urban37PermitNumber: { kind: "text", isComputed: true, heading: "Provider permit number" },
  revisionNumber: { kind: "text", isNullable: true, isComputed: true },
  projectName: { kind: "text", isComputed: true, heading: "Project" },
  cityName: { kind: "text", isComputed: true },
  completedAt: { kind: "moment", isNullable: true },
  decision: { kind: "option", of: decisions, isNullable: true },
  decidedAt: { kind: "moment", isNullable: true },
  createdAt: { kind: "moment" },
  updatedAt: { kind: "moment" },
} as const satisfies Columns;
