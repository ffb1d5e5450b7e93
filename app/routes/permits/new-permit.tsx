import { cityOptions } from "~/models/cities/city.server";
import { failures } from "~/models/failures";
import { dueDateQuestions } from "~/models/permits/due-date-question";
import { PermitSchema } from "~/models/permits/permit.schema.server";
import { createPermit } from "~/models/permits/permit.server";
import type { Viewer } from "~/models/policy";
import { whenChecked } from "~/models/sheets/render-jobs.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { PageHeader } from "~/ui/page-header";
import { planFilesForm } from "../files/parts/plan-file-form.server";
import type { Route } from "./+types/new-permit";
import { newPermitForm } from "./parts/load-permit-form.server";
import { NoCity } from "./parts/no-city";
import { PermitForm } from "./parts/permit-form";

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "permit.create");
  const form = await newPermitForm(viewer, url);
  const lacksCity = form.cities.length === 0;
  return { form, hasInactiveCity: lacksCity && (await cityOptions(viewer)).length > 0 };
}

const createForm = planFilesForm({
  schema: PermitSchema,
  failure: failures.createPermit,
  ask: (fields) => dueDateQuestions(fields.dueDate, fields),
  command: async ({ viewer }: { request: Request; viewer: Viewer }, fields, files) => {
    const { id } = await createPermit(viewer, fields, files);
    if (files.length > 0) await whenChecked(id);
    return redirectWithSuccess(`/permits/${id}`, "Permit created successfully");
  },
});

export const action = ({ request, context }: Route.ActionArgs) =>
  createForm({ request, viewer: viewerOf(context, "permit.create") });

export default function NewPermit({ loaderData, actionData }: Route.ComponentProps) {
  const { form, hasInactiveCity } = loaderData;
  return (
    <>
      <PageHeader title="New permit" back={{ to: "/permits", label: "Back to permits" }} />
      {form.cities.length === 0 && <NoCity hasInactive={hasInactiveCity} />}
      {(form.cities.length > 0 || actionData) && (
        <PermitForm form={form} submitLabel="Create permit" cancelTo="/permits" />
      )}
    </>
  );
}
