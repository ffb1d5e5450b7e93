import { failures } from "~/models/failures";
import {
  pricingFieldLabels as labels,
  pricingColumns,
  pricingTypeOptions,
  pricingValues,
} from "~/models/fees/pricing";
import type { BillingDialog } from "~/pages/fees/billing.server";
import { EditConflict } from "../edit-conflict";
import { CheckField, SelectField, TextField } from "../fields";
import { usePageAddress } from "../page-address";
import { DeleteDialog, FormDialog, usePostForm } from "../post-form";

type PricingDialogProps = { dialog: Extract<BillingDialog, { name: "new-pricing" | "edit-pricing" }> };

export function PricingDialog({ dialog }: PricingDialogProps) {
  const isNew = dialog.name === "new-pricing";
  const { addressOf } = usePageAddress("city");
  const [form, fields] = usePostForm<keyof typeof labels>("pricing-form", dialog);
  return (
    <FormDialog
      title={isNew ? "Add pricing" : "Edit pricing"}
      closeTo={`${addressOf()}#pricing`}
      form={form}
      labels={labels}
      failure={isNew ? failures.createPricing : failures.updatePricing}
      {...(isNew ? { idempotencyKey: dialog.idempotencyKey } : { version: dialog.updatedAt })}
      action={addressOf(isNew ? { dialog: "new-pricing" } : { dialog: "edit-pricing", pricingId: dialog.id })}
      submit={isNew ? "Add pricing" : "Save changes"}
    >
      <EditConflict valuesOf={pricingValues} columns={pricingColumns} />
      <div className="fields">
        <TextField className="wide" field={fields.serviceName} required autoFocus />
        <SelectField
          field={fields.pricingType}
          options={pricingTypeOptions}
          placeholder="Select a pricing type"
          required
        />
        <TextField field={fields.rate} inputMode="decimal" required />
        <p className="small wide">A percentage like 5.50, or dollars per hour like 125.00.</p>
        <TextField className="wide" field={fields.description} rows={2} />
        <CheckField
          className="wide"
          field={fields.isActive}
          hint="Fees can be calculated from active services only."
        />
      </div>
    </FormDialog>
  );
}

type DeletePricingProps = { service: Extract<BillingDialog, { name: "delete-pricing" }> };

export function DeletePricingDialog({ service: { id, serviceName } }: DeletePricingProps) {
  const { addressOf } = usePageAddress("city");
  return (
    <DeleteDialog
      title="Delete pricing"
      failure={failures.deletePricing}
      action={addressOf({ dialog: "delete-pricing", pricingId: id })}
      closeTo={`${addressOf()}#pricing`}
    >
      <p>
        <strong className="break-words">{serviceName}</strong> will be deleted. Existing fees keep their
        amounts. This cannot be undone.
      </p>
    </DeleteDialog>
  );
}
