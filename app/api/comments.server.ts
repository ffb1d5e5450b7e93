import { maxCommentsPerMinute, minutesToChange } from "~/models/comments/comment";
import { CommentSchema, EditCommentSchema } from "~/models/comments/comment.schema.server";
import { addComment, deleteComment, editComment } from "~/models/comments/comment.server";
import { commentList, readCommentRow } from "~/models/comments/comment-list.server";
import { disciplineValues } from "~/models/discipline";
import { reviewCycles } from "~/models/permits/permit";
import { readPermit } from "~/models/permits/permit-scope.server";
import { z } from "~/models/schema.server";
import {
  bodySchema,
  creationSchema,
  endpointsOf,
  expectedVersion,
  id,
  listQuery,
  moment,
} from "~/platform/api/endpoint.server";

const Comment = z.object({
  id,
  permitId: id,
  parentId: id.nullable().meta({ description: "The comment that this one replies to." }),
  authorName: z
    .string()
    .meta({ description: "A city gets the provider's name instead of its employees' names." }),
  text: z.string(),
  discipline: z.literal(disciplineValues).nullable(),
  reviewCycle: z.literal(reviewCycles),
  isShared: z.boolean().meta({ description: "Whether the permit's city can read it." }),
  mayChange: z.boolean(),
  mayDelete: z.boolean(),
  createdAt: moment,
  updatedAt: moment,
});

const { discipline, isShared } = CommentSchema.shape;

const NewComment = CommentSchema.extend({
  discipline: discipline.nullable(),
  isShared: isShared.meta({ description: "A city's comments are always shared." }),
  parentId: id.nullish().meta({
    description: "The comment to reply to; a reply to a reply joins the same thread.",
  }),
});

const comments = endpointsOf({
  noun: "Comments",
  isCheckedInScope: true,
  response: Comment,
  readRow: ({ viewer, id }) => readCommentRow(viewer, id),
});

export const commentEndpoints = [
  comments.get("/api/permits/{id}/comments", {
    summary:
      "A permit's comments and replies with their full text, the newest last; a city gets only the shared ones",
    details: "Without page and pageSize the list is complete.",
    who: "comment.read",
    query: listQuery(["createdAt"]),
    response: z.array(Comment),
    handle: async ({ viewer, id, order }) => commentList(viewer, await readPermit(viewer, id), order),
  }),
  comments.create("/api/permits/{id}/comments", {
    summary: "Adds a comment or a reply to a permit in its current cycle; what a city writes is shared",
    details: `A user can write ${maxCommentsPerMinute} in 60 seconds; retryAfter is the number of seconds to wait for the next one.`,
    who: "comment.write",
    body: creationSchema(NewComment, Comment),
    refuses: [429],
    change: ({ viewer, id, body }) => addComment(viewer, id, body),
  }),
  comments.patch("/api/comments/{id}", {
    summary: `Changes the text of your own comment, within ${minutesToChange} minutes after you wrote it`,
    who: "comment.write",
    body: bodySchema(EditCommentSchema.extend({ updatedAt: expectedVersion }), Comment),
    change: ({ viewer, id, body: { text, updatedAt } }) => editComment(viewer, id, text, updatedAt),
  }),
  comments.remove("/api/comments/{id}", {
    summary: `Deletes your own comment, within ${minutesToChange} minutes and only if it has no reply`,
    who: "comment.write",
    refuses: [409],
    change: ({ viewer, id }) => deleteComment(viewer, id),
    says: "Comment deleted",
  }),
];
