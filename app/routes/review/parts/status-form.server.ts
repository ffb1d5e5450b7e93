import { AssignmentStatusSchema } from "~/models/assignments/assignment.schema.server";
import { updateAssignment } from "~/models/assignments/assignment.server";
import { failures } from "~/models/failures";
import { formReturningTo, type RowRequest } from "~/platform/forms/page-forms.server";
import { permitPageOf } from "../../permits/parts/permit-dialog.server";
import { toastOf } from "./after-correction.server";

export const statusForm = formReturningTo<RowRequest>(({ url }) => permitPageOf(url))({
  schema: AssignmentStatusSchema,
  failure: failures.updateAssignment,
  command: ({ viewer, id }, { assignmentId, status, seen }) =>
    updateAssignment(viewer, assignmentId, { status }, { permitId: id, expectedVersion: seen }),
  says: (updated) => toastOf("Assignment updated", updated),
});
