import { addDays, type CalendarDate } from "~/models/calendar-date";

/** About five months of working days. */
const workingDays = 106;

// Hours in UTC that are office hours in California. The phases of a day are in this order.
const phases = {
  intake: { from: 16, to: 20 },
  assigning: { from: 20, to: 21 },
  reviewing: { from: 21, to: 23.5 },
  deciding: { from: 23.5, to: 24 },
} as const;

const isWeekend = (date: CalendarDate) => [0, 6].includes(new Date(date).getUTCDay());

/** Returns the working days up to yesterday: no event of the demo lies in the future. */
export function workingDaysBefore(today: CalendarDate): CalendarDate[] {
  const days: CalendarDate[] = [];
  for (let date = addDays(today, -1); days.length < workingDays; date = addDays(date, -1)) {
    if (!isWeekend(date)) days.unshift(date);
  }
  return days;
}

/** Returns the working days from a date up to the day before another one. */
export function workingDaysBetween(first: CalendarDate, end: CalendarDate): CalendarDate[] {
  const days: CalendarDate[] = [];
  for (let date = first; date < end; date = addDays(date, 1)) if (!isWeekend(date)) days.push(date);
  return days;
}

const hour = 60 * 60 * 1000;
const lastMillisecond = 24 * hour - 1;
const padded = (number: number, digits: number) => String(Math.floor(number)).padStart(digits, "0");

/** Returns a moment (ISO 8601, UTC) of a day; `fraction` is its position in the phase, from 0 to 1. */
export function momentOn(
  day: CalendarDate | undefined,
  phase: keyof typeof phases,
  fraction: number,
): string {
  const { from, to } = phases[phase];
  const time = Math.min((from + (to - from) * fraction) * hour, lastMillisecond);
  const minutes = padded((time / 60_000) % 60, 2);
  const seconds = padded((time / 1000) % 60, 2);
  return `${day}T${padded(time / hour, 2)}:${minutes}:${seconds}.${padded(time % 1000, 3)}Z`;
}
