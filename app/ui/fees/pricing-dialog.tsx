import type { FormAnswer } from "~/form.server";
import { failures } from "~/models/failures";
import { pricingFieldLabels as labels, pricingTypeOptions, pricingValues } from "~/models/fees/pricing";
import type { PricingRow } from "~/models/fees/pricing.server";
import type { MoneyDialog } from "~/pages/fees/city-money.server";
import { CheckField } from "../check-field";
import { DeleteDialog } from "../confirm-dialog";
import { Dialog, DialogActions } from "../dialog";
import { PostForm } from "../post-form";
import { SelectField } from "../select-field";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";
import { useMoneyAddress } from "./money-address";
import { MoneyClash } from "./money-clash";

type PricingFields = Record<keyof typeof labels, string>;

type PricingDialogProps = {
  dialog: Extract<MoneyDialog, { name: "new-pricing" | "edit-pricing" }>;
  answer?: FormAnswer;
};

/** Adds a service to a city's pricing, or changes one. */
export function PricingDialog({ dialog, answer }: PricingDialogProps) {
  const isNew = dialog.name === "new-pricing";
  const { addressOf, closeTo } = useMoneyAddress();
  const current = answer?.current as PricingRow | undefined;
  const typed = answer?.result.initialValue;
  const [form, fields] = usePostForm<PricingFields>("pricing-form", answer, { defaultValue: dialog.values });
  return (
    <Dialog title={isNew ? "Add pricing" : "Edit pricing"} closeTo={closeTo("pricing")}>
      <PostForm
        form={form}
        labels={labels}
        failure={isNew ? failures.createPricing : failures.updatePricing}
        {...(isNew ? { formKey: dialog.formKey } : { version: dialog.updatedAt })}
        action={addressOf(
          isNew ? { dialog: "new-pricing" } : { dialog: "edit-pricing", pricingId: dialog.id },
        )}
        className="stack"
      >
        <MoneyClash labels={labels} saved={current && pricingValues(current)} typed={typed} />
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
          <p className="small wide">A percentage like 5.50, or dollars an hour like 125.00.</p>
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
            hint="Fees can be worked out from active services only."
          />
        </div>
        <DialogActions closeTo={closeTo("pricing")}>{isNew ? "Add pricing" : "Save changes"}</DialogActions>
      </PostForm>
    </Dialog>
  );
}

type DeletePricingProps = {
  service: Extract<MoneyDialog, { name: "delete-pricing" }>;
  answer?: FormAnswer;
};

export function DeletePricingDialog({ service: { id, serviceName }, answer }: DeletePricingProps) {
  const { addressOf, closeTo } = useMoneyAddress();
  return (
    <DeleteDialog
      title="Delete pricing"
      failure={failures.deletePricing}
      action={addressOf({ dialog: "delete-pricing", pricingId: id })}
      closeTo={closeTo("pricing")}
      answer={answer}
    >
      <p>
        <strong className="break-words">{serviceName}</strong> will be deleted. Fees that were charged stay as
        they are. This cannot be undone.
      </p>
    </DeleteDialog>
  );
}
