import { type pricingFieldLabels, pricingTypeOptions } from "~/models/fees/pricing";
import { CheckField, SelectField, TextField } from "~/ui/fields";
import type { FormField } from "~/ui/form-field";

export type PricingFieldName = keyof typeof pricingFieldLabels;

export const PricingFields = ({ fields }: { fields: Record<PricingFieldName, FormField> }) => (
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
);
