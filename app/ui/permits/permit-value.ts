import { formatDate, isCalendarDate } from "~/models/calendar-date";
import { type Columns, optionLabel } from "~/models/columns";
import { permitColumns } from "~/models/permits/permit-columns";

const columns: Columns = permitColumns;

export function permitValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.join(", ") || "none";
  const text = String(value);
  const column = columns[field];
  if (column?.kind === "option") return optionLabel(column.of, text);
  return isCalendarDate(text) ? formatDate(text) : text;
}
