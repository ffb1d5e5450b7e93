import type { Columns, StoredRow } from "../columns";
import {
  type Cents,
  decimalText,
  formatAmount,
  hoursAt,
  parseAmount,
  parseDecimal,
  percentageOf,
  type Typed,
} from "../money";
import { optionsOf, valuesOf } from "../options";
import type { NewPricing } from "./pricing.schema.server";

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
  serviceName: { kind: "text", heading: "Service" },
  pricingType: { kind: "option", of: pricingTypes, heading: "Type" },
  rate: { kind: "hundredths", heading: "Rate", align: "end" },
  description: { kind: "text", isNullable: true, heading: "Description" },
  isActive: { kind: "flag", heading: "Active" },
  updatedAt: { kind: "moment" },
} as const satisfies Columns;

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

type PricingField = Exclude<keyof NewPricing, "formKey">;

export const pricingValues = (row: StoredRow<typeof pricingColumns>): Record<PricingField, string> => ({
  serviceName: row.serviceName,
  pricingType: row.pricingType,
  rate: decimalText(row.rate),
  description: row.description ?? "",
  isActive: row.isActive ? "on" : "",
});

export const pricingFieldLabels: Record<PricingField, string> = {
  serviceName: "Service name",
  pricingType: "Pricing type",
  rate: "Rate",
  description: "Description",
  isActive: "Active",
};
