import { replyList } from "~/api.server";
import { inOne, pageOf, sortOf } from "~/endpoint.server";
import { countComments, eachComment, pageOfComments } from "~/models/plan-review/comment-rows.server";
import type { Viewer } from "~/models/policy";
import type { z } from "~/models/schema.server";
import { commentCalls } from "./comments.server";

/** The list of a permit's comments: a page of it, or all of it as it is read. */
export async function replyComments(
  viewer: Viewer,
  permitId: number,
  asked: z.output<typeof commentCalls.list.query>,
) {
  const order = sortOf(asked.sort);
  const paging = pageOf(asked);
  const batches = paging
    ? inOne(pageOfComments(viewer, permitId, order, paging.page, paging.pageSize))
    : eachComment(viewer, permitId, order);
  return replyList(commentCalls.list, await countComments(viewer, permitId), batches);
}
