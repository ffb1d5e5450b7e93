import { replyList } from "~/api.server";
import { batchesOf, sortOf } from "~/endpoint.server";
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
  const batches = batchesOf(asked, {
    one: (...paging) => pageOfComments(viewer, permitId, order, ...paging),
    all: () => eachComment(viewer, permitId, order),
  });
  return replyList(commentCalls.list, await countComments(viewer, permitId), batches);
}
