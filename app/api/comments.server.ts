import {
  bodyOf,
  type Call,
  Deleted,
  id,
  moment,
  onceKey,
  paging,
  seen,
  sortedBy,
  z,
} from "~/endpoint.server";
import { disciplines } from "~/models/discipline";
import { reviewCycles } from "~/models/permits/permit";
import { minutesToChange, mostCommentsInMinute } from "~/models/plan-review/comment";
import { CommentForm, EditCommentForm } from "~/models/plan-review/comment.form.server";

const noun = "Comments";

export const Comment = z.object({
  id,
  permitId: id,
  parentId: id.nullable().meta({ description: "The comment that this one answers." }),
  authorName: z.string().meta({ description: "To a city, the provider's people are the provider." }),
  text: z.string(),
  discipline: z.literal(disciplines).nullable(),
  reviewCycle: z.literal(reviewCycles),
  isShared: z.boolean().meta({ description: "Whether the permit's city reads it." }),
  mayChange: z.boolean(),
  mayDelete: z.boolean(),
  createdAt: moment,
  updatedAt: moment,
});

const { discipline, isShared } = CommentForm.shape;

const Fields = CommentForm.extend({
  discipline: discipline.nullable(),
  isShared: isShared.meta({ description: "What a city writes is always shared." }),
  parentId: id.nullish().meta({
    description: "The comment that is answered; an answer to an answer joins the same thread.",
  }),
  formKey: CommentForm.shape.formKey.meta(onceKey),
});

export const commentCalls = {
  list: {
    method: "GET",
    address: "/api/permits/{id}/comments",
    noun,
    summary:
      "A permit's comments and their answers, whole, the newest last; a city reads those shared with it",
    details: "Without page and pageSize the answer is all of them.",
    who: "comment.read",
    query: z.strictObject({ ...sortedBy("createdAt"), ...paging }),
    answer: z.array(Comment),
  },
  create: {
    method: "POST",
    address: "/api/permits/{id}/comments",
    noun,
    summary: "Adds a comment, or an answer, to a permit in its current cycle; a city only answers",
    details: `${mostCommentsInMinute} in 60 seconds are what one person writes; retryAfter says when there is room again.`,
    who: "comment.write",
    body: bodyOf(Fields, Comment),
    answer: Comment,
    status: 201,
    refuses: [429],
  },
  update: {
    method: "PATCH",
    address: "/api/comments/{id}",
    noun,
    summary: `Changes the text of your own comment, for ${minutesToChange} minutes after it was written`,
    who: "comment.write",
    body: bodyOf(EditCommentForm.extend({ updatedAt: seen }), Comment),
    answer: Comment,
    refuses: [409],
  },
  remove: {
    method: "DELETE",
    address: "/api/comments/{id}",
    noun,
    summary: `Deletes your own comment, for ${minutesToChange} minutes and as long as nobody has answered it`,
    who: "comment.write",
    answer: Deleted,
    refuses: [409],
  },
} as const satisfies Record<string, Call>;
