import { Fragment, type ReactNode } from "react";
import type { FormResult } from "~/form.server";
import { failures } from "~/models/failures";
import {
  feeServiceTypeOptions,
  feeStatusOptions,
  feeValues,
  feeFieldLabels as labels,
  paymentDays,
} from "~/models/fees/fee";
import type { Fee } from "~/models/fees/fee.server";
import type { BillingData, BillingDialog } from "~/pages/fees/billing.server";
import { DateField } from "../date-field";
import { Dialog } from "../dialog";
import { DialogActions } from "../dialog-actions";
import type { FormField } from "../form-field";
import { PostForm } from "../post-form";
import { SelectField } from "../select-field";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";
import { BillingConflict } from "./billing-conflict";
import { useBillingLinks } from "./billing-links";
import { CalculateAmount } from "./calculate-amount";

type FeeFields = Record<keyof typeof labels | "pricingId" | "quantity" | "suggestedInvoiceNumber", string>;

type FeeDialogProps = {
  dialog: Extract<BillingDialog, { name: "new-fee" | "edit-fee" }>;
  pricing: BillingData["pricing"];
  formResult?: FormResult;
};

export function FeeDialog({ dialog, pricing, formResult }: FeeDialogProps) {
  const isNew = dialog.name === "new-fee";
  const { addressOf, closeTo } = useBillingLinks();
  const current = formResult?.current as Fee | undefined;
  const [form, fields] = usePostForm<FeeFields>("fee", formResult, { defaultValue: dialog.values });
  // Without scripts, the server has returned the form with its calculated amount.
  const isCalculated = formResult !== undefined && formResult.submission.status === undefined;
  const services = pricing.filter(({ isActive }) => isActive);
  return (
    <Dialog title={isNew ? "Add fee" : "Edit fee"} closeTo={closeTo("fees")}>
      <PostForm
        form={form}
        labels={{ ...labels, pricingId: "Service", quantity: "Calculate" }}
        failure={isNew ? failures.createFee : failures.updateFee}
        {...(isNew ? { idempotencyKey: dialog.idempotencyKey } : { version: dialog.updatedAt })}
        action={addressOf(isNew ? { dialog: "new-fee" } : { dialog: "edit-fee", feeId: dialog.id })}
        className="stack"
      >
        <BillingConflict
          labels={labels}
          saved={current && feeValues(current)}
          typed={formResult?.submission.initialValue}
        />
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
          {Object.entries(inputsOf(fields, { services, isNew, isCalculated })).map(([name, input]) => (
            <Fragment key={name}>{input}</Fragment>
          ))}
        </div>
        <p className="small">A pending fee shows as overdue {paymentDays} days after its date.</p>
        <DialogActions closeTo={closeTo("fees")}>{isNew ? "Add fee" : "Save changes"}</DialogActions>
      </PostForm>
    </Dialog>
  );
}

type Inputs = { services: BillingData["pricing"]; isNew: boolean; isCalculated: boolean };

const inputsOf = (
  fields: Record<keyof FeeFields, FormField>,
  { services, isNew, isCalculated }: Inputs,
): Record<keyof typeof labels, ReactNode> => ({
  serviceType: (
    <SelectField
      field={fields.serviceType}
      label={labels.serviceType}
      options={feeServiceTypeOptions}
      placeholder="Select a service type"
      required
      autoFocus={!isCalculated}
    />
  ),
  status: (
    <SelectField
      field={fields.status}
      label={labels.status}
      options={feeStatusOptions}
      placeholder="Select a status"
      required
    />
  ),
  description: <TextField className="wide" field={fields.description} label={labels.description} required />,
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
      <TextField
        field={fields.amount}
        label={labels.amount}
        inputMode="decimal"
        required
        autoFocus={isCalculated}
      />
    </>
  ),
  dateCharged: <DateField field={fields.dateCharged} label={labels.dateCharged} required={!isNew} />,
  invoiceNumber: <TextField className="wide" field={fields.invoiceNumber} label={labels.invoiceNumber} />,
  notes: <TextField className="wide" field={fields.notes} label={labels.notes} multiline rows={2} />,
});
