import type { Columns } from "../columns";

export const legalHoldColumns = {
  permit: { kind: "text", heading: "Permit" },
  reason: { kind: "text", heading: "Reason" },
  setAt: { kind: "moment", heading: "Since" },
} as const satisfies Columns;
