import type { FormResult } from "~/form.server";
import { failures } from "~/models/failures";
import { pricingFieldLabels as labels, pricingTypeOptions, pricingValues } from "~/models/fees/pricing";
import type { PricingRow } from "~/models/fees/pricing.server";
import type { BillingDialog } from "~/pages/fees/billing.server";
import { CheckField } from "../check-field";
import { DeleteDialog } from "../confirm-dialog";
import { Dialog } from "../dialog";
import { DialogActions } from "../dialog-actions";
import { PostForm } from "../post-form";
import { SelectField } from "../select-field";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";
import { BillingConflict } from "./billing-conflict";
import { useBillingLinks } from "./billing-links";

type PricingFields = Record<keyof typeof labels, string>;

type PricingDialogProps = {
  dialog: Extract<BillingDialog, { name: "new-pricing" | "edit-pricing" }>;
  formResult?: FormResult;
};

export function PricingDialog({ dialog, formResult }: PricingDialogProps) {
  const isNew = dialog.name === "new-pricing";
  const { addressOf, closeTo } = useBillingLinks();
  const current = formResult?.current as PricingRow | undefined;
  const typed = formResult?.submission.initialValue;
  const [form, fields] = usePostForm<PricingFields>("pricing-form", formResult, {
    defaultValue: dialog.values,
  });
  return (
    <Dialog title={isNew ? "Add pricing" : "Edit pricing"} closeTo={closeTo("pricing")}>
      <PostForm
        form={form}
        labels={labels}
        failure={isNew ? failures.createPricing : failures.updatePricing}
        {...(isNew ? { idempotencyKey: dialog.idempotencyKey } : { version: dialog.updatedAt })}
        action={addressOf(
          isNew ? { dialog: "new-pricing" } : { dialog: "edit-pricing", pricingId: dialog.id },
        )}
        className="stack"
      >
        <BillingConflict labels={labels} saved={current && pricingValues(current)} typed={typed} />
        <div className="fields">
          <TextField
            className="wide"
            field={fields.serviceName}
            label={labels.serviceName}
            required
            autoFocus
          />
          <SelectField
            field={fields.pricingType}
            label={labels.pricingType}
            options={pricingTypeOptions}
            placeholder="Select a pricing type"
            required
          />
          <TextField field={fields.rate} label={labels.rate} inputMode="decimal" required />
          <p className="small wide">A percentage like 5.50, or dollars per hour like 125.00.</p>
          <TextField
            className="wide"
            field={fields.description}
            label={labels.description}
            multiline
            rows={2}
          />
          <CheckField
            className="wide"
            field={fields.isActive}
            label={labels.isActive}
            hint="Fees can be calculated from active services only."
          />
        </div>
        <DialogActions closeTo={closeTo("pricing")}>{isNew ? "Add pricing" : "Save changes"}</DialogActions>
      </PostForm>
    </Dialog>
  );
}

type DeletePricingProps = {
  service: Extract<BillingDialog, { name: "delete-pricing" }>;
  formResult?: FormResult;
};

export function DeletePricingDialog({ service: { id, serviceName }, formResult }: DeletePricingProps) {
  const { addressOf, closeTo } = useBillingLinks();
  return (
    <DeleteDialog
      title="Delete pricing"
      failure={failures.deletePricing}
      action={addressOf({ dialog: "delete-pricing", pricingId: id })}
      closeTo={closeTo("pricing")}
      formResult={formResult}
    >
      <p>
        <strong className="break-words">{serviceName}</strong> will be deleted. Existing fees keep their
        amounts. This cannot be undone.
      </p>
    </DeleteDialog>
  );
}
