import { today } from "~/models/clock.server";
import { failures } from "~/models/failures";
import { FeeSchema } from "~/models/fees/fee.schema.server";
import { createFee, suggestInvoiceNumber } from "~/models/fees/fee.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { cityDialogOf } from "../parts/city-dialog.server";
import { FeeDialog } from "../parts/fee-dialog";
import { activeServices, submitFee } from "../parts/fee-form.server";
import type { Route } from "./+types/new-fee";

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, cityId } = cityDialogOf(sent, "fee.manage");
  const invoiceNumber = await suggestInvoiceNumber(viewer, cityId);
  return {
    values: {
      status: "pending",
      dateCharged: today(),
      invoiceNumber,
      suggestedInvoiceNumber: invoiceNumber,
    },
    services: await activeServices(viewer, cityId),
    idempotencyKey: newIdempotencyKey(),
  };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, cityId } = cityDialogOf(sent, "fee.manage");
  const form = { viewer, cityId, schema: FeeSchema, failure: failures.createFee };
  return submitFee(sent.request, form, async (fields) => {
    await createFee(viewer, cityId, fields);
    // A new fee is on the first page.
    return redirectWithSuccess(`/cities/${cityId}#fees`, "Fee created");
  });
}

export default function NewFee({ loaderData }: Route.ComponentProps) {
  return <FeeDialog {...loaderData} />;
}
