/** Returns the value below which this share of the values is, from 0 to 1. */
function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((first, second) => first - second);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: number[]): number => quantile(values, 0.5);
export const p99 = (values: number[]): number => quantile(values, 0.99);
export const largest = (values: number[]): number => values.reduce((most, value) => Math.max(most, value), 0);

/** '3.4' below 10, '34' from 10. */
export const short = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)));

export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;
export const megabytes = (bytes: number): string => `${short(bytes / 1_000_000)} MB`;

/** '1,000,000' */
export const countOf = (number: number): string => number.toLocaleString("en-US");
