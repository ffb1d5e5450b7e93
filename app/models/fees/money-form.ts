import { formAt } from "../address";

/** The forms of a city's money by their addresses, as in a form table. */
export const moneyFormNames = [
  "pricing",
  "dialog=new-fee",
  "dialog=edit-fee",
  "dialog=mark-paid",
  "dialog=new-pricing",
  "dialog=edit-pricing",
  "dialog=delete-pricing",
] as const;

export type MoneyFormName = (typeof moneyFormNames)[number];

/** Whether an address of a city's page is that of a form of its money. */
export const isMoneyForm = (query: URLSearchParams): boolean => formAt(moneyFormNames, query) !== undefined;
