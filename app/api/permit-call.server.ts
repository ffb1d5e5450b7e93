import { body, replyList } from "~/api.server";
import { batchesOf, sortOf } from "~/endpoint.server";
import { cityStatusOf } from "~/models/permits/city-status";
import { createPermit, updatePermit } from "~/models/permits/permit.server";
import { assignedAmong, reviewersOf } from "~/models/permits/permit-reviewers.server";
import { countPermits, eachPermit, pageOfPermits } from "~/models/permits/permit-rows.server";
import { type Permit, readPermit } from "~/models/permits/permit-scope.server";
import { listPlanFiles } from "~/models/permits/plan-file.server";
import { countHistory, eachEvent, pageOfHistory } from "~/models/plan-review/permit-history.server";
import { allow, may, type Viewer } from "~/models/policy";
import { submitPermit } from "~/models/portal/submission.server";
import type { z } from "~/models/schema.server";
import { asPlanFile } from "./files.server";
import { NewPermit, permitCalls, permitChanges, Submission } from "./permits.server";

/** A permit as its call answers it, with its files and, for whom may know them, its reviewers' user ids. */
export async function wholePermit(viewer: Viewer, permit: Permit) {
  const files = (await listPlanFiles(viewer, permit.id)).map(asPlanFile);
  const reviewers = (await reviewersOf(viewer, [permit])).get(permit.id) ?? [];
  const assigned = (await assignedAmong([permit])).has(permit.id);
  return {
    ...permit,
    cityStatus: cityStatusOf(permit.status, assigned),
    assigned,
    assignedEmployees: may(viewer, "assignment.read") ? reviewers.map(({ userId }) => userId) : undefined,
    files,
    planFiles: files,
  };
}

export const readWholePermit = async (viewer: Viewer, id: number) =>
  wholePermit(viewer, await readPermit(viewer, id));

/** Makes the permit that an administrator sends, or submits what a city does; answers it whole. */
export async function createWholePermit(viewer: Viewer, request: Request) {
  const { id } = may(viewer, "permit.create")
    ? await createPermit(viewer, await body(request, NewPermit))
    : await submitPermit(viewer, undefined, await body(request, Submission));
  return readWholePermit(viewer, id);
}

/** Changes a permit by the rules for what it has, and answers it whole. */
export async function changeWholePermit(viewer: Viewer, id: number, request: Request) {
  const permit = await readPermit(viewer, id);
  allow(viewer, "permit.edit", permit);
  const { updatedAt, ...changes } = await body(request, permitChanges(permit));
  return wholePermit(viewer, await updatePermit(viewer, id, changes, updatedAt));
}

/** The list of permits: a page of it, or all of it as it is read. */
export async function replyPermits(viewer: Viewer, asked: z.output<typeof permitCalls.list.query>) {
  const { sort, page, pageSize, ...filter } = asked;
  const sorted = { ...filter, ...sortOf(sort) };
  const batches = batchesOf(
    { page, pageSize },
    {
      one: (...paging) => pageOfPermits(viewer, sorted, ...paging),
      all: () => eachPermit(viewer, sorted),
    },
  );
  return replyList(permitCalls.list, await countPermits(viewer, sorted), batches);
}

/** A permit's history: a page of it, or all of it as it is read. */
export async function replyHistory(
  viewer: Viewer,
  id: number,
  asked: z.output<typeof permitCalls.history.query>,
) {
  const order = sortOf(asked.sort);
  const batches = batchesOf(asked, {
    one: (...paging) => pageOfHistory(viewer, id, order, ...paging),
    all: () => eachEvent(viewer, id, order),
  });
  return replyList(permitCalls.history, await countHistory(viewer, id), batches);
}
