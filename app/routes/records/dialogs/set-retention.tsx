import { failures } from "~/models/failures";
import { retentionYears } from "~/models/records/retention";
import { RetentionSchema } from "~/models/records/retention.schema.server";
import { readRetention, setRetention } from "~/models/records/retention.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { TextField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { retentionDialogOf } from "../parts/retention-dialog.server";
import type { Route } from "./+types/set-retention";

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, cityId } = retentionDialogOf(sent);
  return readRetention(viewer, cityId);
}

export function action(sent: Route.ActionArgs) {
  const { viewer, cityId, page } = retentionDialogOf(sent);
  return submit(sent.request, RetentionSchema, { failure: failures.setRetention }, async ({ years }) => {
    await setRetention(viewer, cityId, years ?? null);
    return redirectWithSuccess(page, "Retention period saved");
  });
}

const labels = { years: "Years" };

export default function SetRetention({ loaderData: { cityName, years } }: Route.ComponentProps) {
  const values = { years: years === null ? undefined : String(years) };
  const [form, fields] = usePostForm<keyof typeof labels>("retention", { values });
  return (
    <FormDialog
      title="Change the retention period"
      form={form}
      labels={labels}
      failure={failures.setRetention}
      submit="Save changes"
    >
      <p>
        How long <strong className="break-words">{cityName}</strong> keeps a permit after it was approved or
        cancelled. The city's records schedule says it. The period begins with the last change of the permit.
      </p>
      <TextField
        field={fields.years}
        hint={`From ${retentionYears.least} to ${retentionYears.most}. Leave it empty to keep permits for ever.`}
        inputMode="numeric"
        required={false}
        autoFocus
      />
    </FormDialog>
  );
}
