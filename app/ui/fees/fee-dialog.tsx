import type { ReactNode } from "react";
import { formatDate } from "~/models/calendar-date";
import { failures } from "~/models/failures";
import {
  feeColumns,
  feeServiceTypeOptions,
  feeStatusOptions,
  feeValues,
  feeFieldLabels as labels,
  paymentDays,
} from "~/models/fees/fee";
import { formatAmount } from "~/models/money";
import type { BillingData, BillingDialog } from "~/pages/fees/billing.server";
import { InOrder } from "../card";
import { EditConflict } from "../edit-conflict";
import { DateField, SelectField, TextField } from "../fields";
import type { FormField } from "../form-field";
import { usePageAddress } from "../page-address";
import { ConfirmDialog, FormDialog, usePostForm } from "../post-form";
import { CalculateAmount } from "./calculate-amount";

type FeeField = keyof typeof labels | "pricingId" | "quantity" | "suggestedInvoiceNumber";

type FeeDialogProps = {
  dialog: Extract<BillingDialog, { name: "new-fee" | "edit-fee" }>;
  pricing: BillingData["pricing"];
};

export function FeeDialog({ dialog, pricing }: FeeDialogProps) {
  const isNew = dialog.name === "new-fee";
  const { addressOf } = usePageAddress("city");
  const [form, fields] = usePostForm<FeeField>("fee", dialog);
  // Without scripts, the server has returned the form with its calculated amount.
  const isCalculated = form.formResult !== undefined && form.formResult.submission.status === undefined;
  const services = pricing.filter(({ isActive }) => isActive);
  return (
    <FormDialog
      title={isNew ? "Add fee" : "Edit fee"}
      closeTo={`${addressOf()}#fees`}
      form={form}
      labels={{ ...labels, pricingId: "Service", quantity: "Calculate" }}
      failure={isNew ? failures.createFee : failures.updateFee}
      {...(isNew ? { idempotencyKey: dialog.idempotencyKey } : { version: dialog.updatedAt })}
      action={addressOf(isNew ? { dialog: "new-fee" } : { dialog: "edit-fee", feeId: dialog.id })}
      submit={isNew ? "Add fee" : "Save changes"}
    >
      <EditConflict labels={labels} valuesOf={feeValues} columns={feeColumns} />
      <div className="fields">
        {/* The Enter key presses the first button of a form, which must not be the one that calculates. */}
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
        {isNew && (
          <input
            type="hidden"
            name="suggestedInvoiceNumber"
            value={String(fields.suggestedInvoiceNumber.initialValue ?? "")}
          />
        )}
        <InOrder of={inputsOf(fields, { services, isNew, isCalculated })} />
      </div>
      <p className="small">A pending fee shows as overdue {paymentDays} days after its date.</p>
    </FormDialog>
  );
}

type Inputs = { services: BillingData["pricing"]; isNew: boolean; isCalculated: boolean };

const inputsOf = (
  fields: Record<FeeField, FormField>,
  { services, isNew, isCalculated }: Inputs,
): Record<keyof typeof labels, ReactNode> => ({
  serviceType: (
    <SelectField
      field={fields.serviceType}
      options={feeServiceTypeOptions}
      placeholder="Select a service type"
      required
      autoFocus={!isCalculated}
    />
  ),
  status: (
    <SelectField field={fields.status} options={feeStatusOptions} placeholder="Select a status" required />
  ),
  description: <TextField className="wide" field={fields.description} required />,
  amount: (
    <>
      {services.length > 0 && (
        <CalculateAmount
          services={services}
          pricingId={fields.pricingId}
          quantity={fields.quantity}
          amountId={fields.amount.id}
        />
      )}
      <TextField field={fields.amount} inputMode="decimal" required autoFocus={isCalculated} />
    </>
  ),
  dateCharged: <DateField field={fields.dateCharged} required={!isNew} />,
  invoiceNumber: <TextField className="wide" field={fields.invoiceNumber} />,
  notes: <TextField className="wide" field={fields.notes} rows={2} />,
});

export function MarkPaidDialog({ fee }: { fee: Extract<BillingDialog, { name: "mark-paid" }> }) {
  const { addressOf } = usePageAddress("city");
  const { id, description, amountCents, dateCharged, invoiceNumber } = fee;
  return (
    <ConfirmDialog
      title="Mark as paid"
      failure={failures.updateFee}
      action={addressOf({ dialog: "mark-paid", feeId: id })}
      closeTo={`${addressOf()}#fees`}
      submit="Mark Paid"
    >
      <p>
        <strong>{formatAmount(amountCents)}</strong> for {description}
        {invoiceNumber && ` (${invoiceNumber})`}, charged on {formatDate(dateCharged)}, will be marked as paid
        by you today.
      </p>
    </ConfirmDialog>
  );
}
