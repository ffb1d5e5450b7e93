import { failures } from "~/models/failures";
import { dueDateQuestions } from "~/models/permits/due-date-question";
import { PermitSchema } from "~/models/permits/permit.schema.server";
import { createPermit } from "~/models/permits/permit.server";
import { submitWithPlanFiles } from "~/pages/files/plan-file-form.server";
import { newPermitForm } from "~/pages/permits/permit-form.server";
import { redirectWithSuccess } from "~/toast.server";
import { PageHeader } from "~/ui/page-header";
import { PermitForm } from "~/ui/permits/permit-form";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_staff.permits.new";

export async function loader({ url, context }: Route.LoaderArgs) {
  return { form: await newPermitForm(viewerOf(context, "permit.create"), url) };
}

export function action({ request, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "permit.create");
  return submitWithPlanFiles(
    request,
    viewer,
    PermitSchema,
    async (fields, files) => {
      const { id } = await createPermit(viewer, fields, files);
      return redirectWithSuccess(`/permits/${id}`, "Permit created successfully");
    },
    { failure: failures.createPermit, ask: (fields) => dueDateQuestions(fields.dueDate, fields) },
  );
}

export default function NewPermit({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="New permit" back={{ to: "/permits", label: "Back to permits" }} />
      <PermitForm form={loaderData.form} submitLabel="Create permit" cancelTo="/permits" />
    </>
  );
}
