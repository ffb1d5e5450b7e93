import { failures } from "~/models/failures";
import { PricingSchema } from "~/models/fees/pricing.schema.server";
import { createPricing } from "~/models/fees/pricing.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { cityDialogOf } from "../parts/city-dialog.server";
import { PricingDialog } from "../parts/pricing-dialog";
import type { Route } from "./+types/new-pricing";

export function loader(sent: Route.LoaderArgs) {
  cityDialogOf(sent, "pricing.manage");
  return { values: { isActive: true }, idempotencyKey: newIdempotencyKey() };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, cityId, page } = cityDialogOf(sent, "pricing.manage");
  return submit(sent.request, PricingSchema, { failure: failures.createPricing }, async (fields) => {
    await createPricing(viewer, cityId, fields);
    return redirectWithSuccess(`${page}#pricing`, "Pricing configuration created");
  });
}

export default function NewPricing({ loaderData }: Route.ComponentProps) {
  return <PricingDialog {...loaderData} />;
}
