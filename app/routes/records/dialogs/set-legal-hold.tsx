import { getZodConstraint } from "@conform-to/zod/v4";
import { pageQuery } from "~/models/address";
import { failures } from "~/models/failures";
import { permitNumberText } from "~/models/permits/permit";
import { LegalHoldSchema } from "~/models/records/legal-hold.schema.server";
import { setLegalHold } from "~/models/records/legal-hold.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { TextField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import type { Route } from "./+types/set-legal-hold";

export function loader({ context }: Route.LoaderArgs) {
  viewerOf(context, "legal-hold.manage");
  return { constraint: getZodConstraint(LegalHoldSchema) };
}

export function action({ request, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "legal-hold.manage");
  return submit(request, LegalHoldSchema, { failure: failures.setLegalHold }, async (fields) => {
    const permit = await setLegalHold(viewer, fields);
    const list = `/records/legal-holds${pageQuery(url.search)}`;
    return redirectWithSuccess(list, `${permitNumberText(permit)} is under a legal hold`);
  });
}

const labels = { permitNumber: "Permit number", reason: "Reason" };

export default function SetLegalHold({ loaderData: { constraint } }: Route.ComponentProps) {
  const [form, fields] = usePostForm<keyof typeof labels>("legal-hold", { constraint });
  return (
    <FormDialog
      title="Set a legal hold"
      form={form}
      labels={labels}
      failure={failures.setLegalHold}
      submit="Set the hold"
    >
      <p>Until the hold is lifted, nobody can delete the permit or its files.</p>
      <TextField field={fields.permitNumber} hint="Like OAK-26-001" autoComplete="off" autoFocus />
      <TextField field={fields.reason} rows={3} hint="Such as the name of the case. Staff can read it." />
    </FormDialog>
  );
}
