const dialogs = [
  "new-fee",
  "edit-fee",
  "mark-paid",
  "new-pricing",
  "edit-pricing",
  "delete-pricing",
] as const;

export type BillingFormName = "pricing" | `dialog=${(typeof dialogs)[number]}`;

export const isBillingForm = (query: URLSearchParams): boolean =>
  query.has("pricing") || dialogs.some((name) => name === query.get("dialog"));
