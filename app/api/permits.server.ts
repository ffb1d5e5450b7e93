import { body, replyList } from "~/api.server";
import {
  changesOf,
  Deleted,
  type Endpoints,
  expectedVersion,
  id,
  idempotencyKey,
  listQuery,
  moment,
  newOf,
  noQuery,
  rowNumber,
  sortOf,
} from "~/endpoint.server";
import { cityStatuses } from "~/models/permits/city-status";
import { permitStatusValues } from "~/models/permits/permit";
import { PermitForm, permitChangeFields } from "~/models/permits/permit.form.server";
import { createPermit, updatePermit } from "~/models/permits/permit.server";
import { permitColumns } from "~/models/permits/permit-columns";
import { permitSortNames } from "~/models/permits/permit-filter";
import { countingLimit, permitList } from "~/models/permits/permit-list.server";
import { reviewFields } from "~/models/permits/permit-reviewers.server";
import { type Permit as ReadPermit, readPermit } from "~/models/permits/permit-scope.server";
import { listPlanFiles } from "~/models/permits/plan-file.server";
import { planCheckField, planCheckStateValues } from "~/models/plan-checks/plan-check";
import { historyList } from "~/models/plan-review/permit-history.server";
import { allow, may, type Viewer } from "~/models/policy";
import { CityNumberForm } from "~/models/portal/city-number.form.server";
import { SubmissionForm } from "~/models/portal/submission.form.server";
import { submitPermit } from "~/models/portal/submission.server";
import { optionalDate, z } from "~/models/schema.server";
import { responseSchema } from "~/response-schema.server";
import { asPlanFile, PlanFile } from "./files.server";

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

const NewPermit = newOf(PermitForm.omit({ suggestedPermitNumber: true }), Permit);
const Submission = newOf(SubmissionForm, Permit);

/** The fields that may be changed. Fields that the permit's city left out of its submission may stay empty. */
const permitChanges = (permit?: Parameters<typeof permitChangeFields>[0]) =>
  changesOf(permitChangeFields(permit), Permit);

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

const permits = { noun: "Permits", response: Permit } as const;

export const permitEndpoints = {
  list: {
    ...permits,
    method: "GET",
    address: "/api/permits",
    summary: "The permits that you may see, the newest first",
    details: `Without page and pageSize the list is complete. Pages of a search have its newest ${countingLimit.toLocaleString("en-US")} permits, also if they are sorted: if X-Total-Capped is true, there are more, X-Total-Count is this limit, and a page after it is refused with 400.`,
    who: "permit.read",
    mayCapTotal: true,
    query: listQuery(permitSortNames, {
      search: z.string().max(100).optional().meta({ description: searchDescription }),
      status: z.union([z.literal(permitStatusValues), noStatus]).optional(),
      cityId: rowNumber("The permits of one city"),
    }),
    response: z.array(Listed),
  },
  read: {
    ...permits,
    method: "GET",
    address: "/api/permits/{id}",
    summary: "A permit with its plan files",
    who: "permit.read",
    query: noQuery,
  },
  create: {
    ...permits,
    method: "POST",
    address: "/api/permits",
    summary: "Creates a permit; the server sets the provider permit number if it is left blank",
    details:
      "From a city's user it is a submission for their own city; the server sets its number, dates, cycle and status.",
    who: "permit.submit",
    body: z.union([
      NewPermit.meta({ title: "from an administrator" }),
      Submission.meta({ title: "from a city's user" }),
    ]),
    status: 201,
    refuses: [409],
  },
  update: {
    ...permits,
    method: "PATCH",
    address: "/api/permits/{id}",
    summary: "Changes the fields that are sent",
    who: "permit.edit",
    details:
      "Fields that a city left out of its submission (cityPermitNumber null, requiredDisciplines empty) may be sent back unchanged until they have a value.",
    body: permitChanges(),
    refuses: [409],
  },
  history: {
    ...permits,
    method: "GET",
    address: "/api/permits/{id}/history",
    summary: "The history of a permit, its assignments and review cycles, the latest event first",
    details: "Without page and pageSize the list is complete.",
    who: "permit.history",
    query: listQuery(["at"], {}),
    response: z.array(Event),
  },
  giveCityNumber: {
    ...permits,
    method: "PATCH",
    address: "/api/permits/{id}/city-number",
    summary: "Sets the city's own number of a permit, once, and returns the permit",
    details:
      "Repeating the same number changes nothing. Another number is refused, and the message names the first.",
    who: "permit.give-city-number",
    body: z.strictObject(CityNumberForm.shape),
    refuses: [409],
  },
  startNextCycle: {
    ...permits,
    method: "POST",
    address: "/api/permits/{id}/next-cycle",
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
  },
  remove: {
    ...permits,
    method: "DELETE",
    address: "/api/permits/{id}",
    summary: "Deletes a permit with its assignments, corrections, files, comments and hours",
    who: "permit.delete",
    response: Deleted,
  },
} as const satisfies Endpoints;

/** Returns the response for a permit that was read, with its files and the user ids of its reviewers. */
export async function permitResponse(viewer: Viewer, permit: ReadPermit) {
  const files = (await listPlanFiles(viewer, permit)).map(asPlanFile);
  const reviewOf = await reviewFields(viewer, [permit], ({ userId }) => userId);
  const planCheck = planCheckField(permit.city.usesCorrections, permit.planCheck);
  return { ...permit, planCheck, ...reviewOf(permit), files, planFiles: files };
}

export const readPermitResponse = async (viewer: Viewer, id: number) =>
  permitResponse(viewer, await readPermit(viewer, id));

/** Creates an administrator's permit, or submits a city's, and returns it. */
export async function postPermit(viewer: Viewer, request: Request) {
  const { id } = may(viewer, "permit.create")
    ? await createPermit(viewer, await body(request, NewPermit))
    : await submitPermit(viewer, undefined, await body(request, Submission));
  return readPermitResponse(viewer, id);
}

/**
 * Changes a permit and returns it. Which fields may be empty depends on the stored ones. Throws 404 for a
 * permit out of scope, 403 without the right to edit, 409 for a stale version.
 */
export async function patchPermit(viewer: Viewer, id: number, request: Request) {
  const permit = await readPermit(viewer, id);
  allow(viewer, "permit.edit", permit);
  const { updatedAt, ...changes } = await body(request, permitChanges(permit));
  return permitResponse(viewer, await updatePermit(viewer, id, changes, updatedAt));
}

export function replyPermits(viewer: Viewer, requested: z.output<typeof permitEndpoints.list.query>) {
  const { sort, page: _page, pageSize: _pageSize, ...filter } = requested;
  const sorted = { ...filter, ...sortOf(sort) };
  return replyList(permitEndpoints.list, requested, permitList(viewer, sorted));
}

export async function replyHistory(
  viewer: Viewer,
  id: number,
  requested: z.output<typeof permitEndpoints.history.query>,
) {
  const permit = await readPermit(viewer, id);
  return replyList(permitEndpoints.history, requested, historyList(viewer, permit, sortOf(requested.sort)));
}
