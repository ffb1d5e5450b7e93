import { failures } from "~/models/failures";
import { dueDateQuestions } from "~/models/permits/due-date-question";
import { PermitSchema } from "~/models/permits/permit.schema.server";
import { createPermit } from "~/models/permits/permit.server";
import { redirectWithSuccess } from "~/toast.server";
import { PageHeader } from "~/ui/page-header";
import { viewerOf } from "~/viewer.server";
import { planFilesForm } from "../files/parts/plan-file-form.server";
import type { Route } from "./+types/new-permit";
import { newPermitForm } from "./parts/load-permit-form.server";
import { PermitForm } from "./parts/permit-form";

export async function loader({ url, context }: Route.LoaderArgs) {
  return { form: await newPermitForm(viewerOf(context, "permit.create"), url) };
}

const createForm = planFilesForm({
  schema: PermitSchema,
  failure: failures.createPermit,
  ask: (fields) => dueDateQuestions(fields.dueDate, fields),
  command: async ({ viewer }, fields, files) => {
    const { id } = await createPermit(viewer, fields, files);
    return redirectWithSuccess(`/permits/${id}`, "Permit created successfully");
  },
});

export const action = ({ request, context }: Route.ActionArgs) =>
  createForm({ request, viewer: viewerOf(context, "permit.create") });

export default function NewPermit({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="New permit" back={{ to: "/permits", label: "Back to permits" }} />
      <PermitForm form={loaderData.form} submitLabel="Create permit" cancelTo="/permits" />
    </>
  );
}
