import type { Columns } from "../columns";
import { pluralize } from "../pluralize";

export const retentionYears = { least: 1, most: 100 } as const;

export const retentionText = (years: number | null): string =>
  years === null ? "For ever" : `${pluralize(years, "year", "years")} after the last change`;

export const retentionColumns = {
  cityName: { kind: "text", heading: "City" },
  years: { kind: "text", heading: "Closed permits are kept" },
} as const satisfies Columns;

export const overRetentionColumns = {
  permit: { kind: "text", heading: "Permit" },
  status: { kind: "text", heading: "Status" },
  updatedAt: { kind: "moment", heading: "Last changed" },
} as const satisfies Columns;
