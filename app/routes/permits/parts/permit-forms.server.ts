import { CommentSchema, SettleSchema } from "~/models/comments/comment.schema.server";
import { addComment } from "~/models/comments/comment.server";
import { settleThread } from "~/models/comments/waiting-thread.server";
import { failures } from "~/models/failures";
import type { PlanFileOrigin } from "~/models/files/plan-file";
import { TimeEntrySchema } from "~/models/hours/time-entry.schema.server";
import { addTimeEntry } from "~/models/hours/time-entry.server";
import { holdWordOf } from "~/models/permits/permit";
import { PermitStatusSchema, PlanFilesSchema } from "~/models/permits/permit.schema.server";
import { updatePermit } from "~/models/permits/permit.server";
import { addPlanFiles, allowUpload } from "~/models/permits/plan-file.server";
import { scopeOf } from "~/models/policy";
import { whenChecked } from "~/models/sheets/render-jobs.server";
import { submit } from "~/platform/forms/form.server";
import type { PageRequest, RowRequest } from "~/platform/forms/page-forms.server";
import { redirectWithSuccess, redirectWithUndo } from "~/platform/http/toast.server";
import { planFilesForm } from "../../files/parts/plan-file-form.server";
import { permitPageOf } from "./permit-dialog.server";

const commentParameters = ["before", "comment", "reply"];

/** A comment is posted to `?comment=`, a reply to `?comment={id}`. */
export const commentForm = ({ request, viewer, id, url }: RowRequest) =>
  submit(request, CommentSchema, { failure: failures.addComment }, async (fields) => {
    await addComment(viewer, id, { ...fields, parentId: parentIdIn(url) });
    const newestComments = `${permitPageOf(url, commentParameters)}#discussion`;
    return redirectWithSuccess(newestComments, "Comment added");
  });

export const settleForm = (
  { request, viewer, url }: PageRequest,
  to = `${permitPageOf(url, commentParameters)}#discussion`,
) =>
  submit(request, SettleSchema, { failure: failures.settleComment }, async ({ commentId }) => {
    await settleThread(viewer, commentId);
    return redirectWithSuccess(to, "No reply is needed");
  });

function parentIdIn({ searchParams }: URL): number | null {
  const parent = searchParams.get("comment");
  return parent ? Number(parent) : null;
}

const timeForm = ({ request, viewer, id, url }: RowRequest) =>
  submit(request, TimeEntrySchema, { failure: failures.logTimeEntry }, async (fields) => {
    await addTimeEntry(viewer, id, fields);
    // A reviewer's form is above the work, where the reviewer stays.
    const place = scopeOf(viewer, "time-entry.write") === "all" ? "#time" : "";
    return redirectWithSuccess(`${permitPageOf(url)}${place}`, "Time entry logged");
  });

/** `origin` is for a form without a field for it. */
export const uploadForm = (origin?: PlanFileOrigin) =>
  planFilesForm({
    schema: PlanFilesSchema,
    failure: failures.uploadFiles,
    needsFiles: true,
    allow: ({ viewer, id }: RowRequest) => allowUpload(viewer, id),
    command: async ({ viewer, id, url }, upload, files) => {
      await addPlanFiles(viewer, id, { ...upload, origin: upload.origin ?? origin, files });
      await whenChecked(id);
      return redirectWithSuccess(
        `${pageAfter(url, upload.reviewCycle)}#plan-files`,
        "Files uploaded successfully",
      );
    },
  });

/** A page that shows one cycle shows that of the new files. */
function pageAfter(url: URL, reviewCycle?: string): string {
  const page = new URL(permitPageOf(url), url);
  if (reviewCycle && page.searchParams.has("reviewCycle")) page.searchParams.set("reviewCycle", reviewCycle);
  return `${page.pathname}${page.search}`;
}

/** Puts a permit on hold, or lets it go on. */
export const holdForm = ({ request, viewer, id }: RowRequest) =>
  submit(request, PermitStatusSchema, { failure: failures.updatePermit }, async ({ status }) => {
    await updatePermit(viewer, id, { status });
    const message = `The permit is ${holdWordOf(status) ?? "in process again"}`;
    return redirectWithUndo(`/permits/${id}`, message, { viewer, kind: "permit", id });
  });

/** The forms that each page of a permit within the firm has, by the query of their address. */
export const permitForms = { comment: commentForm, settle: settleForm, time: timeForm, upload: uploadForm() };
