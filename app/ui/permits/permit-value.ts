import { formatDate, isCalendarDate } from "~/models/calendar-date";
import { permitStatuses, projectTypes } from "~/models/permits/permit";

/** Formats a value of a permit's field as text. */
export function permitValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.join(", ") || "none";
  const text = String(value);
  if (field === "status") return permitStatuses[text as keyof typeof permitStatuses]?.label ?? text;
  if (field === "projectType") return projectTypes[text as keyof typeof projectTypes]?.label ?? text;
  return isCalendarDate(text) ? formatDate(text) : text;
}
