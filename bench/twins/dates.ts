import { datesIn } from "../../app/models/calendar-date";

/** The provider's time zone, which Redline has in the bench and in its tests. */
const timeZone = "America/Los_Angeles";

const dateIn = datesIn(timeZone);

export const today = (): string => dateIn(new Date());

const momentFormat = new Intl.DateTimeFormat("en-US", {
  timeZone,
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** Formats a moment as 'Nov 12, 2026, 9:14 AM'. */
export const formatMoment = (moment: string): string =>
  momentFormat.format(new Date(moment)).replaceAll("\u202f", " ");
