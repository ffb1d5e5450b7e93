import { cityStatuses } from "~/models/permits/city-status";
import { permitStatusValues } from "~/models/permits/permit";
import { PermitSchema, permitChangeFields } from "~/models/permits/permit.schema.server";
import { createPermit, updatePermit } from "~/models/permits/permit.server";
import { permitColumns } from "~/models/permits/permit-columns";
import { permitSortNames } from "~/models/permits/permit-filter";
import { historyList } from "~/models/permits/permit-history.server";
import { countingLimit, permitList } from "~/models/permits/permit-list.server";
import { reviewFields } from "~/models/permits/permit-reviewers.server";
import { readPermit } from "~/models/permits/permit-scope.server";
import { listPlanFiles } from "~/models/permits/plan-file.server";
import { startNextCycle } from "~/models/plan-checks/next-cycle.server";
import { allow, may } from "~/models/policy";
import { CityNumberSchema, SubmissionSchema } from "~/models/portal/submission.schema.server";
import { giveCityNumber, submitPermit } from "~/models/portal/submission.server";
import { deletePermit } from "~/models/records/permit-bin.server";
import { planCheckField, planCheckStateValues } from "~/models/review-cycles/plan-check";
import { optionalDate, z } from "~/models/schema.server";
import { parseBody } from "~/platform/api/api.server";
import {
  changesSchema,
  creationSchema,
  endpointsOf,
  expectedVersion,
  id,
  idempotencyKey,
  listQuery,
  moment,
  type RowRequest,
  rowNumber,
  searchedText,
} from "~/platform/api/endpoint.server";
import { responseSchema } from "~/platform/api/response-schema.server";
import { PlanFile, toPlanFile } from "./files.server";

const Listed = z.object({
  ...responseSchema(permitColumns, { assigned: "Whether the current cycle has a reviewer." }).shape,
  city: z.object({ cityName: z.string(), urban37CityCode: z.string() }),
  cityStatus: z
    .literal([...Object.keys(cityStatuses), "unknown"])
    .meta({ description: "The status in the city's words." }),
  planCheck: z
    .object({
      state: z.literal(planCheckStateValues),
      holder: z.null().meta({ description: "Always null: reserved for clocks." }),
    })
    .nullable()
    .meta({ description: "The current plan check; null if the city does not use corrections." }),
  assignedEmployees: z
    .array(z.string())
    .optional()
    .meta({ description: "The reviewers' names. A city does not get them." }),
});

const Permit = Listed.extend({
  assignedEmployees: z
    .array(id)
    .optional()
    .meta({ description: "The reviewers' user ids. A city does not get them." }),
  files: z.array(PlanFile),
  planFiles: z.array(PlanFile).meta({ description: "The same as files." }),
});

const NewPermit = creationSchema(PermitSchema.omit({ suggestedPermitNumber: true }), Permit);
const Submission = creationSchema(SubmissionSchema, Permit);

/** The fields that may be changed. Fields that the permit's city left out of its submission may stay empty. */
const permitChanges = (permit?: Parameters<typeof permitChangeFields>[0]) =>
  changesSchema(permitChangeFields(permit), Permit);

const searchDescription =
  "Words of either permit number, the project's name, its address or the applicant, in any order: parts of words, and beginnings if they have one or two characters. Case, accents and punctuation make no difference.";

const Event = z.object({
  id,
  at: moment,
  actorName: z.string(),
  action: z
    .string()
    .meta({ description: "Such as permit.created, permit.updated or permit.assignment-removed." }),
  text: z.string().meta({ description: "A description of the event." }),
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])).meta({
    description: "The changed fields of the permit that text leaves out, each as [before, after].",
  }),
});

const noStatus = z.literal("all").transform(() => undefined);

const permits = endpointsOf({
  noun: "Permits",
  isCheckedInScope: true,
  response: Permit,
  readRow: readWithFiles,
});

async function readWithFiles({ viewer, id }: RowRequest) {
  const permit = await readPermit(viewer, id);
  const files = (await listPlanFiles(viewer, permit)).map(toPlanFile);
  const reviewOf = await reviewFields(viewer, [permit], ({ userId }) => userId);
  const planCheck = planCheckField(permit.city.usesCorrections, permit.planCheck);
  return { ...permit, planCheck, ...reviewOf(permit), files, planFiles: files };
}

export const permitEndpoints = [
  permits.get("/api/permits", {
    summary: "The permits that you may see, the newest first",
    details: `Without page and pageSize the list is complete. Pages of a search have its newest ${countingLimit.toLocaleString("en-US")} permits, also if they are sorted: if X-Total-Capped is true, there are more, X-Total-Count is this limit, and a page after it is refused with 400.`,
    who: "permit.read",
    mayCapTotal: true,
    query: listQuery(permitSortNames, {
      search: searchedText(searchDescription),
      status: z.union([z.literal(permitStatusValues), noStatus]).optional(),
      cityId: rowNumber("The permits of one city"),
    }),
    response: z.array(Listed),
    handle: ({ viewer, query, order }) => permitList(viewer, { ...query, ...order }),
  }),
  permits.get("/api/permits/{id}", {
    summary: "A permit with its plan files",
    who: "permit.read",
  }),
  permits.create("/api/permits", {
    summary: "Creates a permit; the server sets the provider permit number if it is left blank",
    details:
      "From a city's user it is a submission for their own city; the server sets its number, dates, cycle and status.",
    who: "permit.submit",
    body: z.union([
      NewPermit.meta({ title: "from an administrator" }),
      Submission.meta({ title: "from a city's user" }),
    ]),
    readsBody: true,
    change: async ({ viewer, request }) =>
      may(viewer, "permit.create")
        ? createPermit(viewer, await parseBody(request, NewPermit))
        : submitPermit(viewer, undefined, await parseBody(request, Submission)),
  }),
  permits.patch("/api/permits/{id}", {
    summary: "Changes the fields that are sent",
    who: "permit.edit",
    details:
      "Fields that a city left out of its submission (cityPermitNumber null, requiredDisciplines empty) may be sent back unchanged until they have a value.",
    body: permitChanges(),
    readsBody: true,
    change: async ({ viewer, id, request }) => {
      const permit = await readPermit(viewer, id);
      allow(viewer, "permit.edit", permit);
      const { updatedAt, ...changes } = await parseBody(request, permitChanges(permit));
      return updatePermit(viewer, id, changes, updatedAt);
    },
  }),
  permits.get("/api/permits/{id}/history", {
    summary: "The history of a permit, its assignments and review cycles, the latest event first",
    details: "Without page and pageSize the list is complete.",
    who: "permit.history",
    query: listQuery(["at"]),
    response: z.array(Event),
    handle: async ({ viewer, id, order }) => historyList(viewer, await readPermit(viewer, id), order),
  }),
  permits.patch("/api/permits/{id}/city-number", {
    summary: "Sets the city's own number of a permit, once, and returns the permit",
    details:
      "Repeating the same number changes nothing. Another number is refused, and the message names the first.",
    who: "permit.give-city-number",
    body: z.strictObject(CityNumberSchema.shape),
    change: ({ viewer, id, body }) => giveCityNumber(viewer, id, body.cityPermitNumber),
  }),
  permits.post("/api/permits/{id}/next-cycle", {
    summary: "Moves a permit to its next review cycle, and returns it",
    details:
      "Disciplines with open corrections move to the new cycle with their latest reviewers and, without a letter, those that are not completed; the list of assignments can be replaced afterwards. Without formKey and updatedAt, repeating the request starts another cycle.",
    who: "assignment.edit",
    body: z.strictObject({
      receivedOn: optionalDate.meta({
        description:
          "The day of the new plans, where the city uses corrections; without it, that of the first of them, or today.",
      }),
      dueDate: optionalDate.meta({ description: "The permit's new due date, also of the new assignments." }),
      updatedAt: expectedVersion,
      formKey: idempotencyKey,
    }),
    refuses: [409],
    change: ({ viewer, id, body: { updatedAt: expectedVersion, formKey: idempotencyKey, ...days } }) =>
      startNextCycle(viewer, id, undefined, { expectedVersion, idempotencyKey, ...days }),
  }),
  permits.remove("/api/permits/{id}", {
    summary: "Deletes a permit with its assignments, corrections, files, comments and hours",
    who: "permit.delete",
    change: ({ viewer, id }) => deletePermit(viewer, id),
    says: "Permit deleted successfully",
  }),
];
