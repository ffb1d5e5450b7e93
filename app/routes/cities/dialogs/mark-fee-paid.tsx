import { pageQuery } from "~/models/address";
import { formatDate } from "~/models/calendar-date";
import { cityNotFound } from "~/models/cities/city.server";
import { failures } from "~/models/failures";
import { markPaid, readFee, refusePaid } from "~/models/fees/fee.server";
import { formatAmount } from "~/models/money";
import { notFound } from "~/models/refusal";
import { pick } from "~/models/shown-fields";
import { idOf } from "~/platform/api/api.server";
import { NoFields, submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { ConfirmDialog } from "~/ui/form-dialog";
import type { Route } from "./+types/mark-fee-paid";

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "fee.manage");
  const cityId = idOf(params.id, cityNotFound());
  const fee = await readFee(viewer, cityId, idOf(params.feeId, notFound("Fee")));
  refusePaid(fee);
  return pick(fee, "description", "amountCents", "dateCharged", "invoiceNumber");
}

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "fee.manage");
  return submit(request, NoFields, { failure: failures.updateFee }, async () => {
    const cityId = idOf(params.id, cityNotFound());
    await markPaid(viewer, cityId, idOf(params.feeId, notFound("Fee")));
    return redirectWithSuccess(`/cities/${cityId}${pageQuery(url.search)}#fees`, "Fee marked as paid");
  });
}

export default function MarkFeePaid({ loaderData }: Route.ComponentProps) {
  const { description, amountCents, dateCharged, invoiceNumber } = loaderData;
  return (
    <ConfirmDialog title="Mark as paid" failure={failures.updateFee} closeTo="#fees" submit="Mark Paid">
      <p>
        <strong>{formatAmount(amountCents)}</strong> for {description}
        {invoiceNumber && ` (${invoiceNumber})`}, charged on {formatDate(dateCharged)}, will be marked as paid
        by you today.
      </p>
    </ConfirmDialog>
  );
}
