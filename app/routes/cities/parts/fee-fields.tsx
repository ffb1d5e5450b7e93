import type { ReactNode } from "react";
import { feeFieldLabels, feeServiceTypeOptions, feeStatusOptions, paymentDays } from "~/models/fees/fee";
import type { ListedPricing } from "~/models/fees/pricing.server";
import { InOrder } from "~/ui/card";
import { DateField, SelectField, TextField } from "~/ui/fields";
import type { FormField } from "~/ui/form-field";
import type { usePostForm } from "~/ui/post-form";
import { CalculateAmount } from "./calculate-amount";

export const feeFormLabels = { ...feeFieldLabels, pricingId: "Service", quantity: "Calculate" };

export type FeeFieldName = keyof typeof feeFormLabels | "suggestedInvoiceNumber";

type FeeFieldsProps = {
  form: ReturnType<typeof usePostForm>[0];
  fields: Record<FeeFieldName, FormField>;
  services: ListedPricing[];
  isNew?: boolean;
};

export function FeeFields({ form, fields, services, isNew = false }: FeeFieldsProps) {
  // Without scripts, the server has returned the form with its calculated amount.
  const isCalculated = form.formResult !== undefined && form.formResult.submission.status === undefined;
  return (
    <>
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
    </>
  );
}

type Inputs = { services: ListedPricing[]; isNew: boolean; isCalculated: boolean };

const inputsOf = (
  fields: Record<FeeFieldName, FormField>,
  { services, isNew, isCalculated }: Inputs,
): Record<keyof typeof feeFieldLabels, ReactNode> => ({
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
