import { SettleSchema } from "~/models/comments/comment.schema.server";
import { settleThread } from "~/models/comments/waiting-thread.server";
import { failures } from "~/models/failures";
import { submit } from "~/platform/forms/form.server";
import type { PageRequest } from "~/platform/forms/page-forms.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";

export const settleForm = ({ request, viewer, url }: PageRequest) =>
  submit(request, SettleSchema, { failure: failures.settleComment }, async ({ commentId }) => {
    await settleThread(viewer, commentId);
    const page = url.searchParams.get("page");
    return redirectWithSuccess(page ? `/replies?page=${Number(page)}` : "/replies", "No reply is needed");
  });
