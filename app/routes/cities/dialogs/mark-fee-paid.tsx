import { formatDate } from "~/models/calendar-date";
import { failures } from "~/models/failures";
import { markPaid, readFee, refusePaid } from "~/models/fees/fee.server";
import { formatAmount } from "~/models/money";
import { pick } from "~/models/shown-fields";
import { NoFields, submit } from "~/platform/forms/form.server";
import { redirectWithUndo } from "~/platform/http/toast.server";
import { ConfirmDialog } from "~/ui/form-dialog";
import { cityDialogOf, feeIdIn } from "../parts/city-dialog.server";
import type { Route } from "./+types/mark-fee-paid";

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, cityId } = cityDialogOf(sent, "fee.manage");
  const fee = await readFee(viewer, cityId, feeIdIn(sent));
  refusePaid(fee);
  return pick(fee, "description", "amountCents", "dateCharged", "invoiceNumber");
}

export function action(sent: Route.ActionArgs) {
  const { viewer, cityId, page } = cityDialogOf(sent, "fee.manage");
  return submit(sent.request, NoFields, { failure: failures.updateFee }, async () => {
    const { id } = await markPaid(viewer, cityId, feeIdIn(sent));
    return redirectWithUndo(`${page}#fees`, "Fee marked as paid", { viewer, kind: "fee", id });
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
