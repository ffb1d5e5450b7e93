import { failures } from "~/models/failures";
import { deletePricing, readListedPricing } from "~/models/fees/pricing.server";
import { pick } from "~/models/shown-fields";
import { NoFields, submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { DeleteDialog } from "~/ui/form-dialog";
import { cityDialogOf, pricingIdIn } from "../parts/city-dialog.server";
import type { Route } from "./+types/delete-pricing";

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, cityId } = cityDialogOf(sent, "pricing.manage");
  const service = await readListedPricing(viewer, cityId, pricingIdIn(sent));
  return pick(service, "serviceName");
}

export function action(sent: Route.ActionArgs) {
  const { viewer, cityId, page } = cityDialogOf(sent, "pricing.manage");
  return submit(sent.request, NoFields, { failure: failures.deletePricing }, async () => {
    await deletePricing(viewer, cityId, pricingIdIn(sent));
    return redirectWithSuccess(`${page}#pricing`, "Pricing configuration deleted");
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
