import { type CalendarDate, isCalendarDate } from "../calendar-date";
import { type Discipline, isDiscipline } from "../discipline";

/** Of a reviewer's open reviews, a sheet has as many rows. */
export const maxOpenReviews = 10;
/** More than a week of work has. */
export const maxCells = 700;

export type SheetCell = { permitId: number; discipline: Discipline; workDate: CalendarDate };

export const cellKey = ({ permitId, discipline, workDate }: SheetCell): string =>
  `p${permitId}-${discipline}-${workDate}`;

export const cellKeyPattern = /^p(\d{1,12})-([A-Z][a-z]+)-(\d{4}-\d\d-\d\d)$/;

export function cellOf(key: string): SheetCell | undefined {
  const [, permitId, discipline, workDate = ""] = cellKeyPattern.exec(key) ?? [];
  if (!isDiscipline(discipline) || !isCalendarDate(workDate)) return undefined;
  return { permitId: Number(permitId), discipline, workDate };
}

type Shown = { id: number; updatedAt: string; quarterHours: number };

/** What a cell was filled from: one entry, and the hours that it had. */
export const versionOfCell = ({ id, updatedAt, quarterHours }: Shown): string =>
  `${id}@${updatedAt}@${quarterHours}`;

export function shownIn(version: string | undefined): Shown | undefined {
  const [, id, updatedAt = "", quarterHours] =
    /^(\d{1,12})@([^@]{1,40})@(\d{1,2})$/.exec(version ?? "") ?? [];
  return id === undefined ? undefined : { id: Number(id), updatedAt, quarterHours: Number(quarterHours) };
}
