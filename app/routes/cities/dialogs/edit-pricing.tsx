import { pageQuery } from "~/models/address";
import { cityNotFound } from "~/models/cities/city.server";
import { formValuesOf } from "~/models/columns";
import { failures } from "~/models/failures";
import { pricingColumns, pricingFieldLabels } from "~/models/fees/pricing";
import { PricingEditSchema } from "~/models/fees/pricing.schema.server";
import { pricingNotFound, readListedPricing, updatePricing } from "~/models/fees/pricing.server";
import { idOf } from "~/platform/api/api.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { EditConflict } from "~/ui/edit-conflict";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { type PricingFieldName, PricingFields } from "../parts/pricing-fields";
import type { Route } from "./+types/edit-pricing";

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "pricing.manage");
  const cityId = idOf(params.id, cityNotFound());
  const service = await readListedPricing(viewer, cityId, idOf(params.pricingId, pricingNotFound()));
  return { values: formValuesOf(pricingColumns, service), updatedAt: service.updatedAt };
}

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "pricing.manage");
  const failure = failures.updatePricing;
  return submit(request, PricingEditSchema, { failure }, async ({ updatedAt, ...changes }) => {
    const cityId = idOf(params.id, cityNotFound());
    const id = idOf(params.pricingId, pricingNotFound());
    await updatePricing(viewer, cityId, id, changes, updatedAt);
    const page = `/cities/${cityId}${pageQuery(url.search)}#pricing`;
    return redirectWithSuccess(page, "Pricing configuration updated");
  });
}

export default function EditPricing({ loaderData: { values, updatedAt } }: Route.ComponentProps) {
  const [form, fields] = usePostForm<PricingFieldName>("pricing-form", { values });
  return (
    <FormDialog
      title="Edit pricing"
      closeTo="#pricing"
      form={form}
      labels={pricingFieldLabels}
      failure={failures.updatePricing}
      version={updatedAt}
      submit="Save changes"
    >
      <EditConflict columns={pricingColumns} />
      <PricingFields fields={fields} />
    </FormDialog>
  );
}
