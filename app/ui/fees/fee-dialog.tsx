import { Fragment, type ReactNode } from "react";
import type { FormAnswer } from "~/form.server";
import { failures } from "~/models/failures";
import {
  feeServiceTypeOptions,
  feeStatusOptions,
  feeValues,
  feeFieldLabels as labels,
  paymentDays,
} from "~/models/fees/fee";
import type { Fee } from "~/models/fees/fee.server";
import type { CityMoneyData, MoneyDialog } from "~/pages/fees/city-money.server";
import { DateField } from "../date-field";
import { Dialog, DialogActions } from "../dialog";
import type { FormField } from "../form-field";
import { PostForm } from "../post-form";
import { SelectField } from "../select-field";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";
import { useMoneyAddress } from "./money-address";
import { MoneyClash } from "./money-clash";
import { WorkOut } from "./work-out";

type FeeFields = Record<keyof typeof labels | "pricingId" | "quantity" | "suggestedInvoiceNumber", string>;

type FeeDialogProps = {
  dialog: Extract<MoneyDialog, { name: "new-fee" | "edit-fee" }>;
  pricing: CityMoneyData["pricing"];
  answer?: FormAnswer;
};

/** Charges a city, or changes what it was charged. */
export function FeeDialog({ dialog, pricing, answer }: FeeDialogProps) {
  const isNew = dialog.name === "new-fee";
  const { addressOf, closeTo } = useMoneyAddress();
  const current = answer?.current as Fee | undefined;
  const [form, fields] = usePostForm<FeeFields>("fee", answer, { defaultValue: dialog.values });
  // Without scripts: the form has come back with its amount filled in.
  const isWorkedOut = answer !== undefined && answer.result.status === undefined;
  const services = pricing.filter(({ isActive }) => isActive);
  return (
    <Dialog title={isNew ? "Add fee" : "Edit fee"} closeTo={closeTo("fees")}>
      <PostForm
        form={form}
        labels={{ ...labels, pricingId: "Service", quantity: "Work out" }}
        failure={isNew ? failures.createFee : failures.updateFee}
        {...(isNew ? { formKey: dialog.formKey } : { version: dialog.updatedAt })}
        action={addressOf(isNew ? { dialog: "new-fee" } : { dialog: "edit-fee", feeId: dialog.id })}
        className="stack"
      >
        <MoneyClash
          labels={labels}
          saved={current && feeValues(current)}
          typed={answer?.result.initialValue}
        />
        <div className="fields">
          {/* Return presses the first button of a form, which is not to be the one that works the amount out. */}
          <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
          {isNew && (
            <input
              type="hidden"
              name="suggestedInvoiceNumber"
              value={String(fields.suggestedInvoiceNumber.initialValue ?? "")}
            />
          )}
          {Object.entries(inputsOf(fields, { services, isWorkedOut })).map(([name, input]) => (
            <Fragment key={name}>{input}</Fragment>
          ))}
        </div>
        <p className="small">A pending fee shows as overdue {paymentDays} days after its date.</p>
        <DialogActions closeTo={closeTo("fees")}>{isNew ? "Add fee" : "Save changes"}</DialogActions>
      </PostForm>
    </Dialog>
  );
}

type Inputs = { services: CityMoneyData["pricing"]; isWorkedOut: boolean };

/** What each field is typed into, in their order in the form. */
const inputsOf = (
  fields: Record<keyof FeeFields, FormField>,
  { services, isWorkedOut }: Inputs,
): Record<keyof typeof labels, ReactNode> => ({
  serviceType: (
    <SelectField
      field={fields.serviceType}
      label={labels.serviceType}
      options={feeServiceTypeOptions}
      placeholder="Select a service type"
      required
      autoFocus={!isWorkedOut}
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
        <WorkOut
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
        autoFocus={isWorkedOut}
      />
    </>
  ),
  dateCharged: <DateField field={fields.dateCharged} label={labels.dateCharged} />,
  invoiceNumber: <TextField className="wide" field={fields.invoiceNumber} label={labels.invoiceNumber} />,
  notes: <TextField className="wide" field={fields.notes} label={labels.notes} multiline rows={2} />,
});
