import { cityNotFound } from "~/models/cities/city.server";
import { today } from "~/models/clock.server";
import { failures } from "~/models/failures";
import { FeeSchema } from "~/models/fees/fee.schema.server";
import { createFee, suggestInvoiceNumber } from "~/models/fees/fee.server";
import { idOf } from "~/platform/api/api.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { type FeeFieldName, FeeFields, feeFormLabels } from "../parts/fee-fields";
import { activeServices, submitFee } from "../parts/fee-form.server";
import type { Route } from "./+types/new-fee";

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "fee.manage");
  const cityId = idOf(params.id, cityNotFound());
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
  const cityId = idOf(params.id, cityNotFound());
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
