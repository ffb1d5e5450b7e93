import { pageQuery } from "~/models/address";
import { cityNotFound } from "~/models/cities/city.server";
import { failures } from "~/models/failures";
import { pricingFieldLabels } from "~/models/fees/pricing";
import { PricingSchema } from "~/models/fees/pricing.schema.server";
import { createPricing } from "~/models/fees/pricing.server";
import { idOf } from "~/platform/api/api.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { type PricingFieldName, PricingFields } from "../parts/pricing-fields";
import type { Route } from "./+types/new-pricing";

export function loader({ context }: Route.LoaderArgs) {
  viewerOf(context, "pricing.manage");
  return { idempotencyKey: newIdempotencyKey() };
}

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "pricing.manage");
  return submit(request, PricingSchema, { failure: failures.createPricing }, async (fields) => {
    const cityId = idOf(params.id, cityNotFound());
    await createPricing(viewer, cityId, fields);
    const page = `/cities/${cityId}${pageQuery(url.search)}#pricing`;
    return redirectWithSuccess(page, "Pricing configuration created");
  });
}

const values = { isActive: "on" };

export default function NewPricing({ loaderData: { idempotencyKey } }: Route.ComponentProps) {
  const [form, fields] = usePostForm<PricingFieldName>("pricing-form", { values });
  return (
    <FormDialog
      title="Add pricing"
      closeTo="#pricing"
      form={form}
      labels={pricingFieldLabels}
      failure={failures.createPricing}
      idempotencyKey={idempotencyKey}
      submit="Add pricing"
    >
      <PricingFields fields={fields} />
    </FormDialog>
  );
}
