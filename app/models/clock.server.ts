import { env } from "~/platform/env.server";
import { type CalendarDate, datesIn } from "./calendar-date";

export const now = (): string => new Date().toISOString();

export const fromNow = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

const day = 24 * 60 * 60 * 1000;

/** The moment a number of days after another. */
export const daysAfter = (moment: string, days: number): string =>
  new Date(Date.parse(moment) + days * day).toISOString();

const providersDate = datesIn(env.TIME_ZONE);

export const today = (): CalendarDate => providersDate(new Date());

export const dayOf = (moment: string): CalendarDate => providersDate(new Date(moment));

/** The first moment of a day. Offsets from UTC are quarters of an hour. */
export function startOfDay(date: CalendarDate): string {
  let start = Date.parse(`${date}T00:00:00Z`) - 14 * 60 * 60 * 1000;
  while (providersDate(new Date(start)) < date) start += 15 * 60 * 1000;
  return new Date(start).toISOString();
}

const time = { timeZone: env.TIME_ZONE, hour: "numeric", minute: "2-digit" } as const;
const dayFormat = { month: "short", day: "numeric", year: "numeric" } as const;
const timeFormat = new Intl.DateTimeFormat("en-US", time);
const momentFormat = new Intl.DateTimeFormat("en-US", { ...dayFormat, ...time });

/** 'Nov 12, 2026, 9:14 AM'. On the server only, since browsers format it differently. */
export const formatMoment = (moment: string): string => formatted(momentFormat, moment);

const formatted = (format: Intl.DateTimeFormat, moment: string): string =>
  format.format(new Date(moment)).replaceAll("\u202f", " ");

export const formatTime = (moment: string): string =>
  dayOf(moment) === today() ? formatted(timeFormat, moment) : formatMoment(moment);

/** 'at 9:14 AM' if it is today, else 'on Nov 12, 2026, 9:14 AM'. */
export const formatWhen = (moment: string): string =>
  `${dayOf(moment) === today() ? "at" : "on"} ${formatTime(moment)}`;

/** Two quick edits of a row have different versions. */
export function nextMoment(previous: string, moment = now()): string {
  return moment > previous ? moment : new Date(Date.parse(previous) + 1).toISOString();
}
