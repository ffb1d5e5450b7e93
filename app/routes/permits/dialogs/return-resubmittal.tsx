import { ReturnSchema } from "~/models/answers/answer.schema.server";
import { returnResubmittal } from "~/models/answers/resubmittal.server";
import { failures } from "~/models/failures";
import { isResubmitted } from "~/models/review-cycles/plan-check";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { TextField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { permitDialogOf, permitOfDialog } from "../parts/permit-dialog.server";
import type { Route } from "./+types/return-resubmittal";

/** Opens also when another user was first, to keep what was typed. */
export async function loader(sent: Route.LoaderArgs) {
  const { permit } = await permitOfDialog(sent, "resubmittal.return");
  const { planCheck, reviewCycle } = permit;
  const isWaiting = planCheck !== null && isResubmitted(planCheck.state);
  return { cycle: reviewCycle, obstacle: isWaiting ? null : "There is no resubmittal to return." };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id, page } = permitDialogOf(sent);
  const options = { failure: failures.returnResubmittal };
  return submit(sent.request, ReturnSchema, options, async ({ cycle, remark }) => {
    await returnResubmittal(viewer, id, cycle, { remark });
    return redirectWithSuccess(`${page}#plan-check`, "The resubmittal was returned");
  });
}

export default function ReturnResubmittal({ loaderData: { cycle, obstacle } }: Route.ComponentProps) {
  const [form, fields] = usePostForm<"remark">("return-resubmittal");
  return (
    <FormDialog
      obstacle={obstacle}
      title="Return as incomplete"
      form={form}
      failure={failures.returnResubmittal}
      submit="Return as incomplete"
      busyLabel="Returning..."
    >
      <input type="hidden" name="cycle" value={cycle} />
      <p>
        The answers and files are kept, and can be changed and sent again. The city gets an email, and so does
        the applicant who got the letter by email.
      </p>
      <TextField
        field={fields.remark}
        label="What is missing"
        hint="The city and the applicant read it."
        rows={4}
        required
        autoFocus
      />
    </FormDialog>
  );
}
