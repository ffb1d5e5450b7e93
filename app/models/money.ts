/** Amounts are whole cents, percentages and hours whole hundredths: nothing is reckoned in fractions. */
export type Cents = number;

/** What can be typed as a decimal: how it looks, the largest in hundredths, and what lies outside. */
const decimals = {
  amount: {
    like: "an amount like 1,234.50",
    most: 9_999_999_999,
    range: "An amount is between $0.00 and $99,999,999.99",
  },
  percentage: {
    like: "a percentage like 5.50",
    most: 10_000,
    range: "A percentage is between 0 and 100",
  },
  hourlyRate: {
    like: "an hourly rate like 125.00",
    most: 9_999_999,
    range: "An hourly rate is between $0.00 and $99,999.99",
  },
  hours: {
    like: "hours like 1.25",
    most: 9_999_999,
    range: "Hours are between 0 and 99,999.99",
  },
} as const;

type Decimal = keyof typeof decimals;

/** A typed decimal in hundredths, or why it is none. */
export type Typed = { hundredths: number; problem?: undefined } | { hundredths?: undefined; problem: string };

/** How people write units around a number; each is passed over where it belongs. */
const units: Record<Decimal, RegExp> = {
  amount: /^\$\s*/,
  percentage: /\s*%$/,
  hourlyRate: /^\$\s*|\s*\/\s*h(?:r|our)?$/g,
  hours: /\s*h$/,
};

const pattern = /^(?:(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?|\.(\d+))$/;

/** Reads '1,234.50', '$12' or '12.5' to the hundredth; no third decimal is rounded away unseen. */
export function parseDecimal(kind: Decimal, text: string): Typed {
  const { like, most, range } = decimals[kind];
  const unsigned = text.trim().replace(/^-\s*/, "");
  const found = pattern.exec(unsigned.replace(units[kind], ""));
  if (!found) return { problem: `Enter ${like}` };
  const [, whole = "0", tail, only] = found;
  const fraction = tail ?? only ?? "";
  if (fraction.length > 2) return { problem: `Use two decimals at most: ${like}` };
  const hundredths = Number(`${whole.replaceAll(",", "")}${fraction.padEnd(2, "0")}`);
  return text.trim().startsWith("-") || hundredths > most ? { problem: range } : { hundredths };
}

/** Cents from a typed amount of dollars. */
export const parseAmount = (text: string): Typed => parseDecimal("amount", text);

/** '1234.50', for a field or a file. */
export function decimalText(hundredths: number): string {
  const digits = String(Math.abs(hundredths)).padStart(3, "0");
  return `${hundredths < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** '$1,234.50'. */
export const formatAmount = (cents: Cents): string => dollars.format(decimalText(cents) as `${number}`);

/** A quotient of whole numbers, half a one rounded up. */
function dividedHalfUp(dividend: number, divisor: number): number {
  const raised = dividend + divisor / 2;
  return (raised - (raised % divisor)) / divisor;
}

/** A percentage, in hundredths of a percent, of a base in cents; half a cent is rounded up. */
export const percentageOf = (base: Cents, percentage: number): Cents =>
  dividedHalfUp(base * percentage, 10_000);

/** Hours, in hundredths, at a rate in cents an hour; half a cent is rounded up. */
export const hoursAt = (hours: number, rate: Cents): Cents => dividedHalfUp(hours * rate, 100);
