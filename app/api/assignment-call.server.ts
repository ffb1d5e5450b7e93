import { replyList } from "~/api.server";
import { batchesOf, sortOf } from "~/endpoint.server";
import {
  countAssignments,
  eachAssignment,
  pageOfAssignments,
} from "~/models/plan-review/assignment-list.server";
import type { Viewer } from "~/models/policy";
import type { z } from "~/models/schema.server";
import { assignmentCalls } from "./assignments.server";

/** The list of assignments: a page of it, or all of it as it is read. */
export async function replyAssignments(viewer: Viewer, asked: z.output<typeof assignmentCalls.list.query>) {
  const filter = { ...asked, ...sortOf(asked.sort) };
  const batches = batchesOf(asked, {
    one: (...paging) => pageOfAssignments(viewer, filter, ...paging),
    all: () => eachAssignment(viewer, filter),
  });
  return replyList(assignmentCalls.list, await countAssignments(viewer, filter), batches);
}
