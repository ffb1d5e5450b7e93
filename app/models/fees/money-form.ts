const dialogs = ["new-fee", "edit-fee", "mark-paid", "new-pricing", "edit-pricing", "delete-pricing"];

/** Whether an address of a city's page is that of a form of its money. */
export const isMoneyForm = (query: URLSearchParams): boolean =>
  query.has("pricing") || dialogs.includes(query.get("dialog") ?? "");
