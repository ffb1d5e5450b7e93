import { getZodConstraint } from "@conform-to/zod/v4";
import { csvOfBatches, sendCsv } from "~/http/csv.server";
import { textStream } from "~/http/text-stream.server";
import { idIn, withQuery } from "~/models/address";
import { cityOptions } from "~/models/cities/city.server";
import { failures } from "~/models/failures";
import { readPage } from "~/models/list.server";
import {
  readStandardCommentFilter,
  standardCommentColumns,
  standardCommentQuery,
  standardCommentValues,
} from "~/models/plan-review/standard-comment";
import {
  DeleteStandardCommentSchema,
  StandardCommentEditSchema,
  StandardCommentSchema,
} from "~/models/plan-review/standard-comment.schema.server";
import {
  createStandardComment,
  deleteStandardComment,
  readForChange,
  updateStandardComment,
} from "~/models/plan-review/standard-comment.server";
import {
  type ListedStandardComment,
  standardCommentList,
} from "~/models/plan-review/standard-comment-list.server";
import { may, type Viewer } from "~/models/policy";
import { nullIfNotFound } from "~/models/refusal";
import { newIdempotencyKey } from "~/models/secret.server";
import { formReturningTo, openDialog, type PageRequest, submitForm } from "~/page-forms.server";
import { importForm } from "./standard-comment-import-form.server";

const constraint = getZodConstraint(StandardCommentSchema);

export async function loadStandardComments(viewer: Viewer, url: URL) {
  const filter = readStandardCommentFilter(url.searchParams);
  const { rows, page, total } = await readPage(standardCommentList(viewer, filter), filter.page);
  const mayManage = may(viewer, "standard-comment.manage");
  return {
    rows: rows.map(shownFields),
    total,
    filter: { ...filter, page },
    cities: await cityOptions(viewer),
    mayManage,
    dialog: mayManage ? await openDialog({ viewer, url }, dialogs) : null,
  };
}

const shownLength = 160;

function shownFields({ cityId, kind, cityCode, updatedAt, text, ...shown }: ListedStandardComment) {
  const characters = [...text];
  return {
    ...shown,
    text: characters.slice(0, shownLength).join(""),
    isCut: characters.length > shownLength,
  };
}

export type StandardCommentsData = Awaited<ReturnType<typeof loadStandardComments>>;
export type StandardCommentDialogData = NonNullable<StandardCommentsData["dialog"]>;

type DialogContext = { viewer: Viewer; url: URL };

const readIn = (context: DialogContext) =>
  nullIfNotFound(readForChange(context.viewer, idIn(context.url, "id")));

const dialogs = {
  new: async ({ url }: DialogContext) => {
    const { discipline, cityId } = readStandardCommentFilter(url.searchParams);
    const values = { discipline, cityId: cityId === "every" ? undefined : cityId?.toString() };
    return { values: { ...values, kind: "correction" }, constraint, idempotencyKey: newIdempotencyKey() };
  },
  // It stays open if the standard comment was deleted: the typed text is not lost.
  edit: async (context: DialogContext) => {
    const row = await readIn(context);
    const values = row ? standardCommentValues(row) : {};
    return { id: idIn(context.url, "id"), values, constraint, updatedAt: row?.updatedAt };
  },
  delete: async (context: DialogContext) => {
    const row = await readIn(context);
    return row && { id: row.id, title: row.title, text: row.text, uses: row.uses, updatedAt: row.updatedAt };
  },
  import: async () => ({ idempotencyKey: newIdempotencyKey() }),
};

const listAddress = ({ pathname, searchParams }: URL): string =>
  withQuery(pathname, standardCommentQuery(readStandardCommentFilter(searchParams)));

const form = formReturningTo<PageRequest>(({ url }) => listAddress(url));

const failure = failures.saveStandardComment;

const standardCommentForms = {
  "dialog=new": form({
    schema: StandardCommentSchema,
    failure,
    command: ({ viewer }, fields) => createStandardComment(viewer, fields),
    says: "Standard comment added",
  }),
  "dialog=edit": form({
    schema: StandardCommentEditSchema,
    failure,
    command: (sent, { updatedAt, ...changes }) =>
      updateStandardComment(sent.viewer, idIn(sent.url, "id"), changes, updatedAt),
    says: "Standard comment updated",
  }),
  "dialog=delete": form({
    schema: DeleteStandardCommentSchema,
    failure,
    command: (sent, { updatedAt }) => deleteStandardComment(sent.viewer, idIn(sent.url, "id"), updatedAt),
    says: ({ isDeleted }) => (isDeleted ? "Standard comment deleted" : "Standard comment switched off"),
  }),
  "dialog=import": importForm(listAddress),
};

export const standardCommentAction = (sent: PageRequest) => submitForm(sent, standardCommentForms);

const firstColumns = ["discipline", "kind", "title", "codeReference", "text", "cityCode"] as const;

export async function sendStandardComments(viewer: Viewer, url: URL): Promise<Response> {
  const list = standardCommentList(viewer, readStandardCommentFilter(url.searchParams));
  const csv = csvOfBatches(standardCommentColumns, [...firstColumns], list.all());
  return sendCsv("standard-comments.csv", await textStream(csv));
}
