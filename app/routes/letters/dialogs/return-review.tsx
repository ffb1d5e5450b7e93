import { pageQuery } from "~/models/address";
import { listAssignments } from "~/models/assignments/assignment.server";
import { returnReview } from "~/models/corrections/decision.server";
import { failures } from "~/models/failures";
import { ReturnFields } from "~/models/letters/letter.schema.server";
import { permitNotFound, readPermit } from "~/models/permits/permit-scope.server";
import type { Viewer } from "~/models/policy";
import { notFound } from "~/models/refusal";
import { cancelledMessage } from "~/models/review-cycles/plan-check";
import { idOf } from "~/platform/api/api.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { TextField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { useMailWords } from "~/ui/no-mail-server";
import { usePostForm } from "~/ui/post-form";
import type { Route } from "./+types/return-review";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "plan-check.manage");
  const { permit, assignment } = await readReview(viewer, params);
  const { discipline, employeeName } = assignment;
  return { discipline, reviewer: employeeName, obstacle: cancelledMessage(permit) };
}

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "plan-check.manage");
  return submit(request, ReturnFields, { failure: failures.returnReview }, async ({ remark }) => {
    const { permit, assignment } = await readReview(viewer, params);
    await returnReview(viewer, assignment.id, remark, { permitId: permit.id });
    const page = `/permits/${permit.id}/letter${pageQuery(url.search)}`;
    return redirectWithSuccess(page, `Returned to ${assignment.employeeName}`);
  });
}

async function readReview(viewer: Viewer, params: Route.LoaderArgs["params"]) {
  const permit = await readPermit(viewer, idOf(params.id, permitNotFound(viewer)));
  const id = idOf(params.assignmentId, notFound("Assignment"));
  const assignment = (await listAssignments(viewer, permit)).find((row) => row.id === id);
  if (!assignment) throw notFound("Assignment");
  return { permit, assignment };
}

export default function ReturnReview({ loaderData }: Route.ComponentProps) {
  const { discipline, reviewer, obstacle } = loaderData;
  const [form, fields] = usePostForm<"remark">("return");
  const consequence = useMailWords({
    sent: `${reviewer} gets an email with your remark, and decides again.`,
    notSent: `${reviewer} decides again. There is no mail server, so no email says so.`,
  });
  return (
    <FormDialog
      obstacle={obstacle}
      title={`Return ${discipline} to reviewer`}
      form={form}
      failure={failures.returnReview}
      submit="Return to reviewer"
      busyLabel="Returning..."
    >
      <p>{consequence}</p>
      <TextField
        field={fields.remark}
        label="Remark"
        hint="What must change. Only the firm reads it."
        rows={4}
        required
        autoFocus
      />
    </FormDialog>
  );
}
