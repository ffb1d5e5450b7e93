import { type CalendarDate, daysBetween } from "../calendar-date";
import type { Tone } from "../tone";

export type DueStatus = { days: number; label: string; tone: Tone };

const plural = (days: number) => `${days} ${days === 1 ? "day" : "days"}`;

/** How a due date stands on a day: overdue in red, then orange up to three days ahead, green after. */
export function dueStatus(dueDate: CalendarDate, today: CalendarDate): DueStatus {
  const days = daysBetween(today, dueDate);
  if (days < 0) return { days, label: `${plural(-days)} overdue`, tone: "red" };
  if (days === 0) return { days, label: "Due today", tone: "orange" };
  return { days, label: `${plural(days)} left`, tone: days <= 3 ? "orange" : "green" };
}
