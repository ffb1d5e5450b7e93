import { failures } from "~/models/failures";
import { pricingColumns, pricingFieldLabels, pricingTypeOptions } from "~/models/fees/pricing";
import { EditConflict } from "~/ui/edit-conflict";
import { CheckField, SelectField, TextField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";

type PricingDialogProps = {
  values: Partial<Record<keyof typeof pricingFieldLabels, unknown>>;
  idempotencyKey?: string;
  version?: string;
};

export function PricingDialog({ values, idempotencyKey, version }: PricingDialogProps) {
  const isNew = version === undefined;
  const [form, fields] = usePostForm<keyof typeof pricingFieldLabels>("pricing-form", { values });
  return (
    <FormDialog
      title={isNew ? "Add pricing" : "Edit pricing"}
      closeTo="#pricing"
      form={form}
      labels={pricingFieldLabels}
      failure={isNew ? failures.createPricing : failures.updatePricing}
      idempotencyKey={idempotencyKey}
      version={version}
      submit={isNew ? "Add pricing" : "Save changes"}
    >
      <EditConflict columns={pricingColumns} />
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
