import { env } from "~/env.server";
import { type CalendarDate, dateIn } from "./calendar-date";

/** This moment, UTC, as rows keep it. */
export const now = (): string => new Date().toISOString();

/** This moment, moved by some milliseconds. */
export const fromNow = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

/** Today where the provider is. */
export const today = (): CalendarDate => dateIn(env.TIME_ZONE, new Date());

const dayFormat = new Intl.DateTimeFormat("en-CA", { timeZone: env.TIME_ZONE, dateStyle: "short" });

/** The day that a moment of a row falls on where the provider is. */
export const dayOf = (moment: string): CalendarDate => dayFormat.format(new Date(moment));

const momentFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: env.TIME_ZONE,
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** 'Nov 12, 2026, 9:14 AM' where the provider is; said on the server, since browsers word it differently. */
export const formatMoment = (moment: string): string =>
  momentFormat.format(new Date(moment)).replaceAll("\u202f", " ");

/** A later moment than the one a row was last changed at, so that two quick edits differ. */
export function nextMoment(previous: string, moment = now()): string {
  return moment > previous ? moment : new Date(Date.parse(previous) + 1).toISOString();
}
