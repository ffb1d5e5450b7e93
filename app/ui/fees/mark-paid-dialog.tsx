import type { FormResult } from "~/form.server";
import { formatDate } from "~/models/calendar-date";
import { failures } from "~/models/failures";
import { formatAmount } from "~/models/money";
import type { BillingDialog } from "~/pages/fees/billing.server";
import { ConfirmDialog } from "../confirm-dialog";
import { useBillingLinks } from "./billing-links";

type MarkPaidDialogProps = { fee: Extract<BillingDialog, { name: "mark-paid" }>; formResult?: FormResult };

export function MarkPaidDialog({ fee, formResult }: MarkPaidDialogProps) {
  const { addressOf, closeTo } = useBillingLinks();
  const { id, description, amountCents, dateCharged, invoiceNumber } = fee;
  return (
    <ConfirmDialog
      title="Mark as paid"
      failure={failures.updateFee}
      action={addressOf({ dialog: "mark-paid", feeId: id })}
      closeTo={closeTo("fees")}
      formResult={formResult}
      confirm="Mark Paid"
      busyLabel="Saving..."
      tone="primary"
    >
      <p>
        <strong>{formatAmount(amountCents)}</strong> for {description}
        {invoiceNumber && ` (${invoiceNumber})`}, charged on {formatDate(dateCharged)}, will be marked as paid
        by you today.
      </p>
    </ConfirmDialog>
  );
}
