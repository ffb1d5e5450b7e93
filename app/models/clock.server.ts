import { env } from "~/env.server";
import { type CalendarDate, datesIn } from "./calendar-date";
import { remember } from "./remember";

/** The current moment in UTC, as it is stored in rows. */
export const now = (): string => new Date().toISOString();

/** The current moment plus some milliseconds, which may be negative. */
export const fromNow = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

const providersDate = datesIn(env.TIME_ZONE);

/** No day begins within a minute. */
const minute = 60_000;
const dateInMinute = remember(1, (number) => providersDate(new Date(Number(number) * minute)));

/** Today's date in the provider's time zone. */
export const today = (): CalendarDate => dateInMinute(String(Math.floor(Date.now() / minute)));

/** Returns the calendar date of a moment in the provider's time zone. */
export const dayOf = (moment: string): CalendarDate => providersDate(new Date(moment));

const momentFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: env.TIME_ZONE,
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** More than the moments of the pages that are read again and again. Intl needs as long for one as SQLite for a row. */
const keptMoments = 2000;

/** Formats a moment as 'Nov 12, 2026, 9:14 AM' in the provider's time zone. On the server only, since browsers format it differently. */
export const formatMoment = remember(keptMoments, (moment) =>
  oneByteEach(momentFormat.format(new Date(moment)).replaceAll("\u202f", " ")),
);

/** V8 keeps two bytes for each character of what had a wider one, and of each page that contains it. */
const oneByteEach = (text: string): string => Buffer.from(text, "latin1").toString("latin1");

const timeFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: env.TIME_ZONE,
  hour: "numeric",
  minute: "2-digit",
});

/** Formats a moment as '9:14 AM' if it is today, else with its day, in the provider's time zone. */
export const formatTime = (moment: string): string =>
  dayOf(moment) === today()
    ? timeFormat.format(new Date(moment)).replaceAll("\u202f", " ")
    : formatMoment(moment);

/** Formats a moment as 'at 9:14 AM' if it is today, else as 'on Nov 12, 2026, 9:14 AM'. */
export const formatWhen = (moment: string): string =>
  `${dayOf(moment) === today() ? "at" : "on"} ${formatTime(moment)}`;

/** Returns a moment after `previous`, a row's last change, so that two quick edits have different versions. */
export function nextMoment(previous: string, moment = now()): string {
  return moment > previous ? moment : new Date(Date.parse(previous) + 1).toISOString();
}
