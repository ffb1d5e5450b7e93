import { pageQuery } from "~/models/address";
import { cityNotFound } from "~/models/cities/city.server";
import { failures } from "~/models/failures";
import { deletePricing, pricingNotFound, readListedPricing } from "~/models/fees/pricing.server";
import { pick } from "~/models/shown-fields";
import { idOf } from "~/platform/api/api.server";
import { NoFields, submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { DeleteDialog } from "~/ui/form-dialog";
import type { Route } from "./+types/delete-pricing";

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "pricing.manage");
  const cityId = idOf(params.id, cityNotFound());
  const service = await readListedPricing(viewer, cityId, idOf(params.pricingId, pricingNotFound()));
  return pick(service, "serviceName");
}

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "pricing.manage");
  return submit(request, NoFields, { failure: failures.deletePricing }, async () => {
    const cityId = idOf(params.id, cityNotFound());
    await deletePricing(viewer, cityId, idOf(params.pricingId, pricingNotFound()));
    const page = `/cities/${cityId}${pageQuery(url.search)}#pricing`;
    return redirectWithSuccess(page, "Pricing configuration deleted");
  });
}

export default function DeletePricing({ loaderData: { serviceName } }: Route.ComponentProps) {
  return (
    <DeleteDialog title="Delete pricing" failure={failures.deletePricing} closeTo="#pricing">
      <p>
        <strong className="break-words">{serviceName}</strong> will be deleted. Existing fees keep their
        amounts. This cannot be undone.
      </p>
    </DeleteDialog>
  );
}
