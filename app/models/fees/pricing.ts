import { type Columns, labelsOf } from "../columns";
import { decimalText } from "../decimal-text";
import {
  type Cents,
  formatAmount,
  hoursAt,
  parseAmount,
  parseDecimal,
  percentageOf,
  type Typed,
} from "../money";
import { optionsOf, valuesOf } from "../options";

export const pricingTypes = {
  percentage: { label: "Percentage" },
  hourly: { label: "Hourly" },
} as const;

export type PricingType = keyof typeof pricingTypes;
export const pricingTypeValues = valuesOf(pricingTypes);
export const pricingTypeOptions = optionsOf(pricingTypes);

export const pricingColumns = {
  id: { kind: "id" },
  cityId: { kind: "id" },
  serviceName: { kind: "text", label: "Service name", heading: "Service" },
  pricingType: { kind: "option", of: pricingTypes, label: "Pricing type", heading: "Type" },
  rate: { kind: "hundredths", label: "Rate", heading: "Rate", align: "end" },
  description: { kind: "text", isNullable: true, label: "Description", heading: "Description" },
  isActive: { kind: "flag", label: "Active", heading: "Active" },
  updatedAt: { kind: "moment" },
} as const satisfies Columns;

export const pricingFieldLabels = labelsOf(pricingColumns);

/** The rate is in cents per hour or in hundredths of a percent. */
export type Pricing = { pricingType: PricingType; rate: number };

/** Returns '5.50%' or '$125.00/hr'. */
export const formatRate = ({ pricingType, rate }: Pricing): string =>
  pricingType === "percentage" ? `${decimalText(rate)}%` : `${formatAmount(rate)}/hr`;

export const parseRate = (pricingType: PricingType, text: string): Typed =>
  parseDecimal(pricingType === "percentage" ? "percentage" : "hourlyRate", text);

export const quantityLabels = { percentage: "Base amount", hourly: "Hours" } as const;

export type CalculationResult =
  | { amount: Cents; field?: undefined }
  | { field: "pricingId" | "quantity"; problem: string };

export function calculateAmount(pricing: Pricing | undefined, quantity: string): CalculationResult {
  if (!pricing) return { field: "pricingId", problem: "Choose a service" };
  const { pricingType, rate } = pricing;
  if (!quantity.trim())
    return { field: "quantity", problem: `Enter the ${quantityLabels[pricingType].toLowerCase()}` };
  const typed = pricingType === "percentage" ? parseAmount(quantity) : parseDecimal("hours", quantity);
  if (typed.problem !== undefined) return { field: "quantity", problem: typed.problem };
  const amount =
    pricingType === "percentage" ? percentageOf(typed.hundredths, rate) : hoursAt(typed.hundredths, rate);
  const { problem } = parseAmount(decimalText(amount));
  return problem === undefined ? { amount } : { field: "quantity", problem };
}
