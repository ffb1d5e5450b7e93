import { decimalText } from "./decimal-text";

/** Amounts are whole cents, percentages and hours are whole hundredths: no calculation uses fractions. */
export type Cents = number;

/** With the units that people may type with a number; they are ignored. */
const decimals = {
  amount: {
    units: /^\$\s*/,
    example: "an amount like 1,234.50",
    maximum: 9_999_999_999,
    range: "An amount is between $0.00 and $99,999,999.99",
  },
  percentage: {
    units: /\s*%$/,
    example: "a percentage like 5.50",
    maximum: 10_000,
    range: "A percentage is between 0 and 100",
  },
  hourlyRate: {
    units: /^\$\s*|\s*\/\s*h(?:r|our)?$/g,
    example: "an hourly rate like 125.00",
    maximum: 9_999_999,
    range: "An hourly rate is between $0.00 and $99,999.99",
  },
  hours: {
    units: /\s*h$/,
    example: "hours like 1.25",
    maximum: 9_999_999,
    range: "Hours are between 0 and 99,999.99",
  },
} as const;

type Decimal = keyof typeof decimals;

export type Typed = { hundredths: number; problem?: undefined } | { hundredths?: undefined; problem: string };

const pattern = /^(?:(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?|\.(\d+))$/;

export function parseDecimal(kind: Decimal, text: string): Typed {
  const { units, example, maximum, range } = decimals[kind];
  const unsigned = text.trim().replace(/^-\s*/, "");
  const found = pattern.exec(unsigned.replace(units, ""));
  if (!found) return { problem: `Enter ${example}` };
  const [, integer = "0", places, placesOnly] = found;
  const fraction = places ?? placesOnly ?? "";
  if (fraction.length > 2) return { problem: `Use two decimals at most: ${example}` };
  const hundredths = Number(`${integer.replaceAll(",", "")}${fraction.padEnd(2, "0")}`);
  return text.trim().startsWith("-") || hundredths > maximum ? { problem: range } : { hundredths };
}

export const parseAmount = (text: string): Typed => parseDecimal("amount", text);

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

export const formatAmount = (cents: Cents): string => dollars.format(decimalText(cents) as `${number}`);

function dividedHalfUp(dividend: number, divisor: number): number {
  const shifted = dividend + divisor / 2;
  return (shifted - (shifted % divisor)) / divisor;
}

/** `percentage` is in hundredths of a percent; half a cent is rounded up. */
export const percentageOf = (base: Cents, percentage: number) => dividedHalfUp(base * percentage, 10_000);

export const hoursAt = (hours: number, rate: Cents): Cents => dividedHalfUp(hours * rate, 100);
