import type { Columns } from "../columns";
import { disciplines } from "../discipline";
import { reviewCycles } from "../permits/permit";

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
