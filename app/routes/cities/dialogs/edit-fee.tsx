import { pageQuery } from "~/models/address";
import { cityNotFound } from "~/models/cities/city.server";
import { formValuesOf } from "~/models/columns";
import { failures } from "~/models/failures";
import { feeColumns, feeFieldLabels } from "~/models/fees/fee";
import { FeeEditSchema } from "~/models/fees/fee.schema.server";
import { readFee, updateFee } from "~/models/fees/fee.server";
import { notFound } from "~/models/refusal";
import { idOf } from "~/platform/api/api.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { EditConflict } from "~/ui/edit-conflict";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { type FeeFieldName, FeeFields, feeFormLabels } from "../parts/fee-fields";
import { activeServices, submitFee } from "../parts/fee-form.server";
import type { Route } from "./+types/edit-fee";

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "fee.manage");
  const cityId = idOf(params.id, cityNotFound());
  const fee = await readFee(viewer, cityId, idOf(params.feeId, notFound("Fee")));
  return {
    values: formValuesOf(feeColumns, fee),
    updatedAt: fee.updatedAt,
    services: await activeServices(viewer, cityId),
  };
}

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "fee.manage");
  const cityId = idOf(params.id, cityNotFound());
  const form = { viewer, cityId, schema: FeeEditSchema, failure: failures.updateFee };
  return submitFee(request, form, async ({ updatedAt, ...changes }) => {
    await updateFee(viewer, cityId, idOf(params.feeId, notFound("Fee")), changes, updatedAt);
    return redirectWithSuccess(`/cities/${cityId}${pageQuery(url.search)}#fees`, "Fee updated");
  });
}

export default function EditFee({ loaderData: { values, updatedAt, services } }: Route.ComponentProps) {
  const [form, fields] = usePostForm<FeeFieldName>("fee", { values });
  return (
    <FormDialog
      title="Edit fee"
      closeTo="#fees"
      form={form}
      labels={feeFormLabels}
      failure={failures.updateFee}
      version={updatedAt}
      submit="Save changes"
    >
      <EditConflict labels={feeFieldLabels} columns={feeColumns} />
      <FeeFields form={form} fields={fields} services={services} />
    </FormDialog>
  );
}
