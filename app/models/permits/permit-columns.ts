import { type Columns, type LabelledName, labelsOf } from "../columns";
import { disciplines } from "../discipline";
import { permitStatuses, projectTypes, reviewCycles, revisions } from "./permit";

/** The columns of a permit in API responses, forms, the history and on its page. A form has a card for each group. */
export const permitColumns = {
  id: { kind: "id" },
  cityId: { kind: "id", label: "City", group: "permit" },
  city: { kind: "other", isComputed: true },
  permitCreationYear: { kind: "number", label: "Permit year", group: "permit" },
  urban37PermitNumber: { kind: "text", label: "Provider permit number", group: "permit" },
  revisionNumber: { kind: "option", of: revisions, isNullable: true, label: "Revision", group: "permit" },
  cityPermitNumber: { kind: "text", isNullable: true, label: "City permit number", group: "permit" },
  status: { kind: "option", of: permitStatuses, label: "Status", group: "permit" },
  cityStatus: { kind: "other", isComputed: true },
  planCheck: { kind: "other", isComputed: true },
  reviewCycle: { kind: "option", of: reviewCycles, label: "Review cycle", group: "permit" },
  isExpeditedReview: { kind: "flag", label: "Expedited review", group: "switches" },
  needsPhysicalPlans: { kind: "flag", label: "Physical plans needed", group: "switches" },
  creationDate: { kind: "date", label: "Creation date", group: "dates" },
  dueDate: { kind: "date", label: "Due date", group: "dates" },
  submissionDate: { kind: "date", isNullable: true, label: "Submission date", group: "dates" },
  projectName: { kind: "text", label: "Project name", group: "project" },
  projectAddress: { kind: "text", label: "Project address", group: "project" },
  projectType: { kind: "option", of: projectTypes, label: "Project type", group: "project" },
  projectDescription: { kind: "text", label: "Project description", group: "project" },
  requiredDisciplines: {
    kind: "options",
    of: disciplines,
    isComputed: true,
    label: "Required disciplines",
    group: "project",
  },
  applicantName: { kind: "text", isNullable: true, label: "Applicant name", group: "applicant" },
  applicantEmail: { kind: "text", isNullable: true, label: "Applicant email", group: "applicant" },
  applicantPhone: { kind: "text", isNullable: true, label: "Applicant phone", group: "applicant" },
  assigned: { kind: "flag", isComputed: true },
  assignedEmployees: { kind: "other", isComputed: true },
  createdAt: { kind: "moment" },
  updatedAt: { kind: "moment" },
} as const satisfies Columns;

export type PermitField = LabelledName<typeof permitColumns>;

export const permitFieldLabels = { ...labelsOf(permitColumns), files: "Plan files" };
