import type { FormAnswer } from "~/form.server";
import { formatDate } from "~/models/calendar-date";
import { failures } from "~/models/failures";
import { formatAmount } from "~/models/money";
import type { MoneyDialog } from "~/pages/fees/city-money.server";
import { ConfirmDialog } from "../confirm-dialog";
import { useMoneyAddress } from "./money-address";

type MarkPaidDialogProps = { fee: Extract<MoneyDialog, { name: "mark-paid" }>; answer?: FormAnswer };

export function MarkPaidDialog({ fee, answer }: MarkPaidDialogProps) {
  const { addressOf, closeTo } = useMoneyAddress();
  const { id, description, amountCents, dateCharged, invoiceNumber } = fee;
  return (
    <ConfirmDialog
      title="Mark as paid"
      failure={failures.updateFee}
      action={addressOf({ dialog: "mark-paid", feeId: id })}
      closeTo={closeTo("fees")}
      answer={answer}
      confirm="Mark Paid"
      busyLabel="Saving..."
      tone="primary"
    >
      <p>
        <strong>{formatAmount(amountCents)}</strong> for {description}
        {invoiceNumber && ` (${invoiceNumber})`}, charged on {formatDate(dateCharged)}, will be marked as paid
        today, by you.
      </p>
    </ConfirmDialog>
  );
}
