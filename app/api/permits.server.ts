import {
  bodyOf,
  type Call,
  changesOf,
  Deleted,
  date,
  id,
  moment,
  noQuery,
  onceKey,
  paging,
  rowNumber,
  seen,
  sortedBy,
  z,
} from "~/endpoint.server";
import { disciplines } from "~/models/discipline";
import { cityStatuses } from "~/models/permits/city-status";
import { permitStatusValues, projectTypeValues, reviewCycles, revisions } from "~/models/permits/permit";
import { PermitForm, permitChangeFields } from "~/models/permits/permit.form.server";
import { permitSortNames, shortSearchReach } from "~/models/permits/permit-filter";
import { CityNumberForm } from "~/models/portal/city-number.form.server";
import { SubmissionForm } from "~/models/portal/submission.form.server";
import { formKey } from "~/models/schema.server";
import { PlanFile } from "./files.server";

const noun = "Permits";

const Listed = z.object({
  id,
  cityId: id,
  city: z.object({ cityName: z.string(), urban37CityCode: z.string() }),
  permitCreationYear: z.int(),
  urban37PermitNumber: z.string(),
  revisionNumber: z.literal(revisions).nullable(),
  cityPermitNumber: z.string().nullable(),
  status: z.literal(permitStatusValues),
  cityStatus: z
    .literal([...Object.keys(cityStatuses), "unknown"])
    .meta({ description: "The same in the city's words." }),
  reviewCycle: z.literal(reviewCycles),
  isExpeditedReview: z.boolean(),
  needsPhysicalPlans: z.boolean(),
  creationDate: date,
  dueDate: date,
  submissionDate: date.nullable(),
  projectName: z.string(),
  projectAddress: z.string(),
  projectType: z.literal(projectTypeValues),
  projectDescription: z.string(),
  requiredDisciplines: z.array(z.literal(disciplines)),
  applicantName: z.string().nullable(),
  applicantEmail: z.string().nullable(),
  applicantPhone: z.string().nullable(),
  assigned: z.boolean().meta({ description: "Whether anybody reviews it in its current cycle." }),
  assignedEmployees: z
    .array(z.string())
    .optional()
    .meta({ description: "The reviewers' names. Not for a city." }),
  createdAt: moment,
  updatedAt: moment,
});

export const Permit = Listed.extend({
  assignedEmployees: z.array(id).optional().meta({ description: "The reviewers' user ids. Not for a city." }),
  files: z.array(PlanFile),
  planFiles: z.array(PlanFile).meta({ description: "The same as files." }),
});

/** What an administrator sends. */
export const NewPermit = bodyOf(
  PermitForm.omit({ suggestedPermitNumber: true }).extend({ formKey: formKey.meta(onceKey) }),
  Permit,
);
/** What a city sends; whatever else it names is the server's to decide. */
export const Submission = bodyOf(SubmissionForm.extend({ formKey: formKey.meta(onceKey) }), Permit);

/** What changes a permit; what its city left out may stay out. */
export const permitChanges = (permit?: Parameters<typeof permitChangeFields>[0]) =>
  changesOf(permitChangeFields(permit), Permit);

const searched = `A part of either permit number, the project's name or its address. One or two characters are looked for in the newest ${shortSearchReach.toLocaleString("en-US")} permits alone.`;

const Event = z.object({
  id,
  at: moment,
  actorName: z.string(),
  action: z.string().meta({ description: "As permit.created, permit.updated, permit.assignment-removed." }),
  text: z.string().meta({ description: "What happened, in words." }),
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])).meta({
    description: "The permit's fields that text does not tell of, each as it was and as it is.",
  }),
});

const noStatus = z.literal("all").transform(() => undefined);

export const permitCalls = {
  list: {
    method: "GET",
    address: "/api/permits",
    noun,
    summary: "The permits that you may see, the newest first",
    details: "Without page and pageSize the answer is all of them.",
    who: "permit.read",
    query: z.strictObject({
      search: z.string().max(100).optional().meta({ description: searched }),
      status: z.union([z.literal(permitStatusValues), noStatus]).optional(),
      cityId: rowNumber("The permits of one city"),
      ...sortedBy(...permitSortNames),
      ...paging,
    }),
    answer: z.array(Listed),
  },
  read: {
    method: "GET",
    address: "/api/permits/{id}",
    noun,
    summary: "A permit with its plan files",
    who: "permit.read",
    query: noQuery,
    answer: Permit,
  },
  create: {
    method: "POST",
    address: "/api/permits",
    noun,
    summary: "Makes a permit; a blank provider permit number is given by the server",
    details:
      "From a city's user it is a submission of their own city, whose number, dates, cycle and status are the server's.",
    who: "permit.submit",
    body: z.union([
      NewPermit.meta({ title: "from an administrator" }),
      Submission.meta({ title: "from a city's user" }),
    ]),
    answer: Permit,
    status: 201,
    refuses: [409],
  },
  update: {
    method: "PATCH",
    address: "/api/permits/{id}",
    noun,
    summary: "Changes the fields that are sent",
    who: "permit.edit",
    details:
      "What a city left out of its submission may be sent back as it is, cityPermitNumber null and requiredDisciplines empty, until it is given.",
    body: permitChanges(),
    answer: Permit,
    refuses: [409],
  },
  history: {
    method: "GET",
    address: "/api/permits/{id}/history",
    noun,
    summary: "What happened to a permit, its assignments and review cycles, the latest first",
    details: "Without page and pageSize the answer is all of it.",
    who: "permit.history",
    query: z.strictObject({ ...sortedBy("at"), ...paging }),
    answer: z.array(Event),
  },
  giveCityNumber: {
    method: "PATCH",
    address: "/api/permits/{id}/city-number",
    noun,
    summary: "Gives a permit the number that its city files it under, once, and answers the permit",
    details:
      "The same number a second time changes nothing; another is refused, and the refusal names the first.",
    who: "permit.give-city-number",
    body: z.strictObject(CityNumberForm.shape),
    answer: Permit,
    refuses: [409],
  },
  startNextCycle: {
    method: "POST",
    address: "/api/permits/{id}/next-cycle",
    noun,
    summary: "Moves a permit to its next review cycle, and answers it",
    details:
      "What is not completed goes on there, with the same reviewers; the list of assignments can be replaced afterwards. Without formKey and updatedAt a second post starts one cycle more.",
    who: "assignment.edit",
    body: z.strictObject({ updatedAt: seen, formKey: formKey.meta(onceKey) }),
    answer: Permit,
    refuses: [409],
  },
  remove: {
    method: "DELETE",
    address: "/api/permits/{id}",
    noun,
    summary: "Deletes a permit with its assignments, files, comments and hours",
    who: "permit.delete",
    answer: Deleted,
  },
} as const satisfies Record<string, Call>;
