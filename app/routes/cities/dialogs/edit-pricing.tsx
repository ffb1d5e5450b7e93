import { formValuesOf } from "~/models/columns";
import { failures } from "~/models/failures";
import { pricingColumns } from "~/models/fees/pricing";
import { PricingEditSchema } from "~/models/fees/pricing.schema.server";
import { readListedPricing, updatePricing } from "~/models/fees/pricing.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { cityDialogOf, pricingIdIn } from "../parts/city-dialog.server";
import { PricingDialog } from "../parts/pricing-dialog";
import type { Route } from "./+types/edit-pricing";

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, cityId } = cityDialogOf(sent, "pricing.manage");
  const service = await readListedPricing(viewer, cityId, pricingIdIn(sent));
  return { values: formValuesOf(pricingColumns, service), version: service.updatedAt };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, cityId, page } = cityDialogOf(sent, "pricing.manage");
  const failure = failures.updatePricing;
  return submit(sent.request, PricingEditSchema, { failure }, async ({ updatedAt, ...changes }) => {
    const id = pricingIdIn(sent);
    await updatePricing(viewer, cityId, id, changes, updatedAt);
    return redirectWithSuccess(`${page}#pricing`, "Pricing configuration updated");
  });
}

export default function EditPricing({ loaderData }: Route.ComponentProps) {
  return <PricingDialog {...loaderData} />;
}
