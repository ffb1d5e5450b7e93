import { replyList } from "~/api.server";
import {
  changesOf,
  Deleted,
  type Endpoints,
  listQuery,
  newOf,
  noQuery,
  rowNumber,
  sortOf,
} from "~/endpoint.server";
import { disciplineValues } from "~/models/discipline";
import { standardCommentFields } from "~/models/plan-review/standard-comment.form.server";
import { standardCommentColumns } from "~/models/plan-review/standard-comment-columns";
import {
  standardCommentList,
  standardCommentSortNames,
} from "~/models/plan-review/standard-comment-list.server";
import type { Viewer } from "~/models/policy";
import { z } from "~/models/schema.server";
import { responseSchema } from "~/response-schema.server";

const StandardComment = responseSchema(standardCommentColumns, {
  cityId: "Null for a comment of every city.",
  text: "____ in it is a blank that the reviewer fills in.",
  uses: "The number of corrections that were written from it.",
  isActive: "Whether reviewers are offered it.",
});

const isActive = z
  .literal(["true", "false"])
  .transform((text) => text === "true")
  .optional()
  .meta({ type: "boolean", description: "Only those that are offered, or only the others" });

const library = { noun: "Standard comments", response: StandardComment } as const;
const ofOne = { ...library, address: "/api/standard-comments/{id}" } as const;

export const standardCommentEndpoints = {
  list: {
    ...library,
    method: "GET",
    address: "/api/standard-comments",
    summary: "The library of texts from which reviewers write corrections, the most used first",
    details: "Without page and pageSize the list is complete.",
    who: "standard-comment.read",
    query: listQuery(standardCommentSortNames, {
      q: z
        .string()
        .max(100)
        .optional()
        .meta({ description: "Words of the title, code reference or text, in any order" }),
      discipline: z.literal(disciplineValues).optional(),
      cityId: rowNumber("The standard comments of one city, without those of every city"),
      isActive,
    }),
    response: z.array(StandardComment),
  },
  create: {
    ...library,
    method: "POST",
    address: "/api/standard-comments",
    summary: "Adds a standard comment",
    details: "The title is unique in its discipline and city, in any case. The library holds at most 5,000.",
    who: "standard-comment.manage",
    body: newOf(standardCommentFields.extend({ isActive: z.boolean().default(true) }), StandardComment),
    status: 201,
    refuses: [409],
  },
  read: {
    ...ofOne,
    method: "GET",
    summary: "A standard comment",
    who: "standard-comment.read",
    query: noQuery,
  },
  update: {
    ...ofOne,
    method: "PUT",
    summary: "Changes the fields that are sent; corrections written from it do not change",
    who: "standard-comment.manage",
    body: changesOf(standardCommentFields.extend({ isActive: z.boolean() }), StandardComment),
    refuses: [409],
  },
  remove: {
    ...ofOne,
    method: "DELETE",
    summary: "Deletes a standard comment that was never used, and switches another one off",
    who: "standard-comment.manage",
    response: Deleted.extend({ isDeleted: z.boolean() }),
  },
} as const satisfies Endpoints;

/** Returns the standard comments that match a filter: the requested page or all of them. */
export function replyStandardComments(
  viewer: Viewer,
  { sort, page, pageSize, ...filter }: z.output<typeof standardCommentEndpoints.list.query>,
) {
  const list = standardCommentList(viewer, filter, sortOf(sort));
  return replyList(standardCommentEndpoints.list, { page, pageSize }, list);
}
