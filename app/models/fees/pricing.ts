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
import type { NewPricing } from "./pricing.form.server";

export const pricingTypes = {
  percentage: { label: "Percentage" },
  hourly: { label: "Hourly" },
} as const;

export type PricingType = keyof typeof pricingTypes;
export const pricingTypeValues = valuesOf(pricingTypes);
export const pricingTypeOptions = optionsOf(pricingTypes);

/** What a service of a city's pricing looks like to a caller. */
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

/** A service's price; the rate is cents an hour, or hundredths of a percent. */
export type Pricing = { pricingType: PricingType; rate: number };

/** '5.50%' or '$125.00/hr'. */
export const formatRate = ({ pricingType, rate }: Pricing): string =>
  pricingType === "percentage" ? `${decimalText(rate)}%` : `${formatAmount(rate)}/hr`;

/** A typed rate: hundredths of a percent up to 100, or cents an hour. */
export const parseRate = (pricingType: PricingType, text: string): Typed =>
  parseDecimal(pricingType === "percentage" ? "percentage" : "hourlyRate", text);

/** What a service is counted in. */
export const quantityLabels = { percentage: "Base amount", hourly: "Hours" } as const;

/** The amount of a service, or which field of the form keeps it from being known. */
export type WorkedOut =
  | { amount: Cents; field?: undefined }
  | { field: "pricingId" | "quantity"; problem: string };

/** The share of a typed base amount, or typed hours at a rate, to the cent. */
export function calculateAmount(pricing: Pricing | undefined, quantity: string): WorkedOut {
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

/** A pricing configuration as its form holds it. */
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
