import type { Columns } from "../columns";
import { disciplines } from "../discipline";
import { permitStatuses, projectTypes, reviewCycles, revisions } from "./permit";

/** The columns of a permit in API responses and in the CSV file. */
export const permitColumns = {
  id: { kind: "id" },
  cityId: { kind: "id" },
  city: { kind: "other", isComputed: true },
  permitCreationYear: { kind: "number" },
  urban37PermitNumber: { kind: "text" },
  revisionNumber: { kind: "option", of: revisions, isNullable: true },
  cityPermitNumber: { kind: "text", isNullable: true },
  status: { kind: "option", of: permitStatuses },
  cityStatus: { kind: "other", isComputed: true },
  planCheck: { kind: "other", isComputed: true },
  reviewCycle: { kind: "option", of: reviewCycles },
  isExpeditedReview: { kind: "flag" },
  needsPhysicalPlans: { kind: "flag" },
  creationDate: { kind: "date" },
  dueDate: { kind: "date" },
  submissionDate: { kind: "date", isNullable: true },
  projectName: { kind: "text" },
  projectAddress: { kind: "text" },
  projectType: { kind: "option", of: projectTypes },
  projectDescription: { kind: "text" },
  requiredDisciplines: { kind: "options", of: disciplines, isComputed: true },
  applicantName: { kind: "text", isNullable: true },
  applicantEmail: { kind: "text", isNullable: true },
  applicantPhone: { kind: "text", isNullable: true },
  assigned: { kind: "flag", isComputed: true },
  assignedEmployees: { kind: "other", isComputed: true },
  createdAt: { kind: "moment" },
  updatedAt: { kind: "moment" },
} as const satisfies Columns;
