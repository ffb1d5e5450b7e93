import { AssignmentStatusSchema } from "~/models/assignments/assignment.schema.server";
import { updateAssignment } from "~/models/assignments/assignment.server";
import { failures } from "~/models/failures";
import { submit } from "~/platform/forms/form.server";
import type { RowRequest } from "~/platform/forms/page-forms.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { permitPageOf } from "../../permits/parts/permit-dialog.server";
import { toastOf } from "./after-correction.server";

export function statusForm({ request, viewer, id, url }: RowRequest) {
  const options = { failure: failures.updateAssignment };
  return submit(request, AssignmentStatusSchema, options, async ({ assignmentId, status, seen }) => {
    const versions = { permitId: id, expectedVersion: seen };
    const updated = await updateAssignment(viewer, assignmentId, { status }, versions);
    return redirectWithSuccess(permitPageOf(url), toastOf("Assignment updated", updated));
  });
}
