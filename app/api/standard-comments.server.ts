import { disciplineValues } from "~/models/discipline";
import { z } from "~/models/schema.server";
import { standardCommentColumns } from "~/models/standard-comments/standard-comment";
import { standardCommentFields } from "~/models/standard-comments/standard-comment.schema.server";
import {
  createStandardComment,
  deleteStandardComment,
  updateStandardComment,
} from "~/models/standard-comments/standard-comment.server";
import {
  readStandardComment,
  standardCommentList,
  standardCommentSortNames,
} from "~/models/standard-comments/standard-comment-list.server";
import {
  changesSchema,
  creationSchema,
  Deleted,
  endpointsOf,
  listQuery,
  rowNumber,
  searchedText,
} from "~/platform/api/endpoint.server";
import { responseSchema } from "~/platform/api/response-schema.server";

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

const library = endpointsOf({
  noun: "Standard comments",
  response: StandardComment,
  readRow: ({ viewer, id }) => readStandardComment(viewer, id),
});

export const standardCommentEndpoints = [
  library.get("/api/standard-comments", {
    summary: "The library of texts from which reviewers write corrections, the most used first",
    details: "Without page and pageSize the list is complete.",
    who: "standard-comment.read",
    query: listQuery(standardCommentSortNames, {
      q: searchedText("Words of the title, code reference or text, in any order"),
      discipline: z.literal(disciplineValues).optional(),
      cityId: rowNumber("The standard comments of one city, without those of every city"),
      isActive,
    }),
    response: z.array(StandardComment),
    handle: ({ viewer, query, order }) => standardCommentList(viewer, query, order),
  }),
  library.create("/api/standard-comments", {
    summary: "Adds a standard comment",
    details: "The title is unique in its discipline and city, in any case. The library holds at most 5,000.",
    who: "standard-comment.manage",
    body: creationSchema(
      standardCommentFields.extend({ isActive: z.boolean().default(true) }),
      StandardComment,
    ),
    change: ({ viewer, body }) => createStandardComment(viewer, body),
  }),
  library.get("/api/standard-comments/{id}", {
    summary: "A standard comment",
    who: "standard-comment.read",
  }),
  library.put("/api/standard-comments/{id}", {
    summary: "Changes the fields that are sent; corrections written from it do not change",
    who: "standard-comment.manage",
    body: changesSchema(standardCommentFields.extend({ isActive: z.boolean() }), StandardComment),
    change: ({ viewer, id, body: { updatedAt, ...changes } }) =>
      updateStandardComment(viewer, id, changes, updatedAt),
  }),
  library.remove("/api/standard-comments/{id}", {
    summary: "Deletes a standard comment that was never used, and switches another one off",
    who: "standard-comment.manage",
    response: Deleted.extend({ isDeleted: z.boolean() }),
    handle: async ({ viewer, id }) => {
      const { isDeleted } = await deleteStandardComment(viewer, id);
      return {
        id,
        isDeleted,
        message: isDeleted ? "Standard comment deleted" : "Standard comment switched off",
      };
    },
  }),
];
