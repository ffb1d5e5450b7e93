import { getZodConstraint } from "@conform-to/zod/v4";
import { idParameter, withQuery } from "~/models/address";
import { cityOptions } from "~/models/cities/city.server";
import { failures } from "~/models/failures";
import { readPage } from "~/models/list.server";
import {
  readStandardCommentFilter,
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
import { openDialog, type PageForms, type PageRequest, pageForm, submitForm } from "~/page-forms.server";
import { redirectWithSuccess } from "~/toast.server";
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

const idIn = ({ url }: { url: URL }): number => idParameter(url.searchParams, "id");

const readIn = (context: DialogContext) => nullIfNotFound(readForChange(context.viewer, idIn(context)));

/** The one that deletes a standard comment does not open for an unknown one. */
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
    return { id: idIn(context), values, constraint, updatedAt: row?.updatedAt };
  },
  delete: async (context: DialogContext) => {
    const row = await readIn(context);
    return row && { id: row.id, title: row.title, text: row.text, uses: row.uses, updatedAt: row.updatedAt };
  },
  import: async () => ({ idempotencyKey: newIdempotencyKey() }),
};

const listAddress = ({ pathname, searchParams }: URL): string =>
  withQuery(pathname, standardCommentQuery(readStandardCommentFilter(searchParams)));

const standardCommentForms = {
  "dialog=new": pageForm({
    schema: StandardCommentSchema,
    failure: failures.saveStandardComment,
    command: async ({ viewer, url }: PageRequest, fields) => {
      await createStandardComment(viewer, fields);
      return redirectWithSuccess(listAddress(url), "Standard comment added");
    },
  }),
  "dialog=edit": pageForm({
    schema: StandardCommentEditSchema,
    failure: failures.saveStandardComment,
    command: async (sent: PageRequest, { updatedAt, ...changes }) => {
      await updateStandardComment(sent.viewer, idIn(sent), changes, updatedAt);
      return redirectWithSuccess(listAddress(sent.url), "Standard comment updated");
    },
  }),
  "dialog=delete": pageForm({
    schema: DeleteStandardCommentSchema,
    failure: failures.saveStandardComment,
    command: async (sent: PageRequest, { updatedAt }) => {
      const { isDeleted } = await deleteStandardComment(sent.viewer, idIn(sent), updatedAt);
      return redirectWithSuccess(
        listAddress(sent.url),
        isDeleted ? "Standard comment deleted" : "Standard comment switched off",
      );
    },
  }),
  "dialog=import": importForm(listAddress),
} satisfies PageForms<PageRequest>;

export const standardCommentAction = (sent: PageRequest) => submitForm(sent, standardCommentForms);
