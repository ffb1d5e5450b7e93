import { failures } from "~/models/failures";
import { ReopenSchema } from "~/models/letters/letter.schema.server";
import { reopenPlanCheck } from "~/models/letters/reopen.server";
import { cancelledMessage } from "~/models/review-cycles/plan-check";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { TextField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { permitDialogOf, permitOfDialog } from "../parts/permit-dialog.server";
import type { Route } from "./+types/reopen-plan-check";

/** Opens also when another user was first, to keep what was typed. */
export async function loader(sent: Route.LoaderArgs) {
  const { permit } = await permitOfDialog(sent, "plan-check.manage");
  return { cycle: permit.reviewCycle, obstacle: cancelledMessage(permit) };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id, page } = permitDialogOf(sent);
  const options = { failure: failures.reopenPlanCheck };
  return submit(sent.request, ReopenSchema, options, async ({ cycle, reason }) => {
    await reopenPlanCheck(viewer, id, cycle, { reason });
    return redirectWithSuccess(`${page}#plan-check`, `${cycle} is open again`);
  });
}

export default function ReopenPlanCheck({ loaderData: { cycle, obstacle } }: Route.ComponentProps) {
  const [form, fields] = usePostForm<"reason">("reopen-plan-check");
  return (
    <FormDialog
      obstacle={obstacle}
      title={`Reopen ${cycle}`}
      form={form}
      failure={failures.reopenPlanCheck}
      submit={`Reopen ${cycle}`}
      busyLabel="Reopening..."
    >
      <input type="hidden" name="cycle" value={cycle} />
      <p>
        The letter stays readable for the city, with the note that a corrected one is being prepared.
        Decisions and back-checks stay. Only a corrected letter sends an email.
      </p>
      <TextField
        field={fields.reason}
        label="Reason"
        hint="Only the permit's history has it."
        rows={3}
        required
        autoFocus
      />
    </FormDialog>
  );
}
