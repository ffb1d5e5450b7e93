const dialogs = [
  "new-fee",
  "edit-fee",
  "mark-paid",
  "new-pricing",
  "edit-pricing",
  "delete-pricing",
] as const;

/** The addresses of the forms of a city's money, as in a form table. */
export type BillingFormName = "pricing" | `dialog=${(typeof dialogs)[number]}`;

/** Whether an address of a city's page is that of a form of its money. */
export const isBillingForm = (query: URLSearchParams): boolean =>
  query.has("pricing") || dialogs.some((name) => name === query.get("dialog"));
