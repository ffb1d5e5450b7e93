const dialogs = [
  "new-fee",
  "edit-fee",
  "mark-paid",
  "new-pricing",
  "edit-pricing",
  "delete-pricing",
] as const;

/** The addresses of the forms for a city's fees and pricing, as in a form table. */
export type BillingFormName = "pricing" | `dialog=${(typeof dialogs)[number]}`;

/** Whether an address of a city's page is one of a form for its fees and pricing. */
export const isBillingForm = (query: URLSearchParams): boolean =>
  query.has("pricing") || dialogs.some((name) => name === query.get("dialog"));
