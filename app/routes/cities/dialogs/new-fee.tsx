import { idOf } from "~/api.server";
import { cityNotFound } from "~/models/cities/city.server";
import { today } from "~/models/clock.server";
import { failures } from "~/models/failures";
import { FeeSchema } from "~/models/fees/fee.schema.server";
import { createFee, suggestInvoiceNumber } from "~/models/fees/fee.server";
import { newIdempotencyKey } from "~/models/secret.server";
import { redirectWithSuccess } from "~/toast.server";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { viewerOf } from "~/viewer.server";
import { type FeeFieldName, FeeFields, feeFormLabels } from "../parts/fee-fields";
import { activeServices, submitFee } from "../parts/fee-form.server";
import type { Route } from "./+types/new-fee";

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "fee.manage");
  const cityId = idOf(params, cityNotFound());
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

export function action({ request, params, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "fee.manage");
  const cityId = idOf(params, cityNotFound());
  const form = { viewer, cityId, schema: FeeSchema, failure: failures.createFee };
  return submitFee(request, form, async (fields) => {
    await createFee(viewer, cityId, fields);
    // A new fee is on the first page.
    return redirectWithSuccess(`/cities/${cityId}#fees`, "Fee created");
  });
}

export default function NewFee({ loaderData: { values, services, idempotencyKey } }: Route.ComponentProps) {
  const [form, fields] = usePostForm<FeeFieldName>("fee", { values });
  return (
    <FormDialog
      title="Add fee"
      closeTo="#fees"
      form={form}
      labels={feeFormLabels}
      failure={failures.createFee}
      idempotencyKey={idempotencyKey}
      submit="Add fee"
    >
      <FeeFields form={form} fields={fields} services={services} isNew />
    </FormDialog>
  );
}
