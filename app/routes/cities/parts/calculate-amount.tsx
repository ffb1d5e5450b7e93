import { type MouseEvent, useState } from "react";
import { decimalText } from "~/models/decimal-text";
import { calculateAmount, formatRate, quantityLabels } from "~/models/fees/pricing";
import type { ListedPricing } from "~/models/fees/pricing.server";
import { Button } from "~/ui/button";
import { SelectField, TextField } from "~/ui/fields";
import type { FormField } from "~/ui/form-field";

type CalculateAmountProps = {
  services: ListedPricing[];
  pricingId: FormField;
  quantity: FormField;
  amountId: string;
};

/** Fills in the amount from the price of a service: in the browser with scripts, otherwise on the server. */
export function CalculateAmount({ services, pricingId, quantity, amountId }: CalculateAmountProps) {
  const [selectedId, setSelectedId] = useState(String(pricingId.initialValue ?? ""));
  const [problem, setProblem] = useState<{ field?: string; problem?: string }>();
  const serviceOf = (id: unknown) => services.find((service) => String(service.id) === id);
  const type = serviceOf(selectedId)?.pricingType;
  const withProblem = ({ id, name, initialValue, errors }: FormField): FormField => {
    const found = problem?.field === name && problem.problem ? [problem.problem] : undefined;
    return { id, name, initialValue, errors: problem ? found : errors };
  };

  function fillIn(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget.form ?? undefined);
    const result = calculateAmount(serviceOf(typed.get("pricingId")), String(typed.get("quantity") ?? ""));
    setProblem(result);
    const invalidField = result.field === "pricingId" ? pricingId : quantity;
    const target = document.getElementById(result.field ? invalidField.id : amountId);
    if (!result.field && target instanceof HTMLInputElement) target.value = decimalText(result.amount);
    target?.focus();
  }

  return (
    <fieldset className="boxed wide">
      <legend className="small px-1">Calculate from pricing</legend>
      <div
        className="fields"
        onChange={({ target }) => target instanceof HTMLSelectElement && setSelectedId(target.value)}
      >
        <SelectField
          className="wide"
          field={withProblem(pricingId)}
          label="Service"
          options={services.map((service) => ({
            value: String(service.id),
            label: `${service.serviceName} · ${formatRate(service)}`,
          }))}
          placeholder="Choose a service"
        />
        <TextField
          field={withProblem(quantity)}
          label={type ? quantityLabels[type] : "Base amount or hours"}
          inputMode="decimal"
        />
        <div className="self-end">
          <Button name="intent" value="work-out" formNoValidate onClick={fillIn} data-leads-on="">
            Calculate
          </Button>
        </div>
      </div>
    </fieldset>
  );
}
