import { formatDate, isCalendarDate } from "./calendar-date";
import { type Columns, optionLabel } from "./columns";

export type TextOf = (name: string, value: unknown) => string;

export const valueTextOf =
  (columns: Columns, empty = "none"): TextOf =>
  (name, value) => {
    const column = columns[name];
    if (column?.kind === "flag" || typeof value === "boolean") return value ? "Yes" : "No";
    const text = Array.isArray(value) ? value.join(", ") : String(value ?? "");
    if (text === "") return empty;
    if (column?.kind === "option") return optionLabel(column.of, text);
    return isCalendarDate(text) ? formatDate(text) : text;
  };
