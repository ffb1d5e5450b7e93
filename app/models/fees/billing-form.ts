const forms = ["new-fee", "edit-fee", "mark-paid", "new-pricing", "edit-pricing", "delete-pricing"] as const;

export type BillingFormName = "pricing" | `dialog=${(typeof forms)[number]}`;

export const isBillingForm = (query: URLSearchParams): boolean =>
  query.has("pricing") || forms.some((name) => name === query.get("dialog"));
