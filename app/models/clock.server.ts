import { env } from "~/env.server";
import { type CalendarDate, datesIn } from "./calendar-date";
import { remember } from "./remember";

export const now = (): string => new Date().toISOString();

export const fromNow = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

const providersDate = datesIn(env.TIME_ZONE);

/** No day begins within a minute. */
const minute = 60_000;
const dateInMinute = remember(1, (number) => providersDate(new Date(Number(number) * minute)));

export const today = (): CalendarDate => dateInMinute(String(Math.floor(Date.now() / minute)));

export const dayOf = (moment: string): CalendarDate => providersDate(new Date(moment));

const momentFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: env.TIME_ZONE,
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** Intl needs as long for one moment as SQLite for a row. */
const keptMoments = 2000;

/** 'Nov 12, 2026, 9:14 AM'. On the server only, since browsers format it differently. */
export const formatMoment = remember(keptMoments, (moment) =>
  oneByteEach(momentFormat.format(new Date(moment)).replaceAll("\u202f", " ")),
);

/** V8 would keep two bytes for each character of a page that contains a wider one. */
const oneByteEach = (text: string): string => Buffer.from(text, "latin1").toString("latin1");

const timeFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: env.TIME_ZONE,
  hour: "numeric",
  minute: "2-digit",
});

/** '9:14 AM' if it is today, else with its day. */
export const formatTime = (moment: string): string =>
  dayOf(moment) === today()
    ? timeFormat.format(new Date(moment)).replaceAll("\u202f", " ")
    : formatMoment(moment);

/** 'at 9:14 AM' if it is today, else 'on Nov 12, 2026, 9:14 AM'. */
export const formatWhen = (moment: string): string =>
  `${dayOf(moment) === today() ? "at" : "on"} ${formatTime(moment)}`;

/** Two quick edits of a row have different versions. */
export function nextMoment(previous: string, moment = now()): string {
  return moment > previous ? moment : new Date(Date.parse(previous) + 1).toISOString();
}
