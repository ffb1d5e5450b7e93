import { type CalendarDate, daysBetween } from "../calendar-date";
import type { Tone } from "../tone";

export type DueStatus = { days: number; label: string; tone: Tone };

const dayCount = (days: number) => `${days} ${days === 1 ? "day" : "days"}`;

export function dueStatus(dueDate: CalendarDate, today: CalendarDate): DueStatus {
  const days = daysBetween(today, dueDate);
  if (days < 0) return { days, label: `${dayCount(-days)} overdue`, tone: "red" };
  if (days === 0) return { days, label: "Due today", tone: "orange" };
  return { days, label: `${dayCount(days)} left`, tone: days <= 3 ? "orange" : "green" };
}
