import type { Columns } from "../columns";

export const daysInBin = 30;

export const binColumns = {
  permit: { kind: "text", heading: "Permit" },
  cityName: { kind: "text", heading: "City" },
  binnedAt: { kind: "moment", heading: "Deleted" },
  erasedAfter: { kind: "moment", heading: "In the bin until" },
} as const satisfies Columns;
