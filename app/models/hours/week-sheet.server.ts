import { and, asc, between, eq } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { openSqlOf } from "../assignments/assignment-list.server";
import { addDays, type CalendarDate, firstDate, formatDay, isCalendarDate } from "../calendar-date";
import { dayName, daysOfWeek, formatWeekday, mondayOf } from "../calendar-week";
import { today } from "../clock.server";
import { visibleTo } from "../permits/permit-scope.server";
import { allow, type Viewer } from "../policy";
import { type FieldErrors, nullIfNotFound, Refusal, ReusedKey } from "../refusal";
import { pick } from "../shown-fields";
import { assignments, permits, timeEntries } from "../tables.server";
import { toHours, toQuarterHours, totalOf } from "./time-entry";
import { timeEntryFields } from "./time-entry.schema.server";
import { changeTimeEntry, logTime, removeTimeEntry } from "./time-entry.server";
import { readTimeEntries, type TimeEntry } from "./time-entry-list.server";
import { cellOf, maxOpenReviews, type SheetCell, shownIn, versionOfCell } from "./week-sheet";

type SheetRow = Pick<
  TimeEntry,
  "permitId" | "urban37PermitNumber" | "revisionNumber" | "projectName" | "discipline"
>;

const keyOf = ({ permitId, discipline }: SheetRow): string => `${permitId} ${discipline}`;

/** A week of a reviewer: what was worked on, and the open reviews that are due first. An invalid week becomes the current one. */
export async function readWeekSheet(viewer: Viewer, employeeId: number, requestedWeek: string | null) {
  allow(viewer, "time-entry.write", { isOwn: employeeId === viewer.employeeId });
  const monday = mondayIn(requestedWeek);
  const days = daysOfWeek(monday);
  const isInWeek = between(timeEntries.workDate, monday, addDays(monday, 6));
  const entries = await readTimeEntries(viewer, and(eq(timeEntries.employeeId, employeeId), isInWeek));
  const open = await readOpenReviews(viewer, employeeId);
  const rows = new Map<string, SheetRow>();
  for (const row of [...entries.toReversed(), ...open.slice(0, maxOpenReviews)]) {
    if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
  }
  const totalOn = (day: CalendarDate) => totalOf(entries.filter(({ workDate }) => workDate === day));
  return {
    monday,
    isCurrent: monday === mondayOf(today()),
    days: days.map((date) => ({
      date,
      name: dayName(date),
      shortDate: formatDay(date),
      isFuture: date > today(),
      quarterHours: totalOn(date),
    })),
    rows: [...rows].map(([key, row]) => {
      const ofRow = entries.filter((entry) => keyOf(entry) === key);
      return {
        ...pick(row, "permitId", "urban37PermitNumber", "revisionNumber", "projectName", "discipline"),
        quarterHours: totalOf(ofRow),
        cells: days.map((day) => cellFrom(ofRow.filter(({ workDate }) => workDate === day))),
      };
    }),
    quarterHours: totalOf(entries),
    hasMore: open.length > maxOpenReviews,
    /** Changes with the entries. */
    version: `${monday} ${entries.map(({ id, updatedAt }) => `${id}@${updatedAt}`).join()}`,
    previous: monday > firstDate ? addDays(monday, -7) : null,
    next: addDays(monday, 7) <= today() ? addDays(monday, 7) : null,
  };
}

function mondayIn(requested: string | null): CalendarDate {
  const isPossible = requested !== null && isCalendarDate(requested) && requested >= firstDate;
  return mondayOf(isPossible && requested <= today() ? requested : today());
}

/** Only one entry that may be changed is changed in its cell. */
function cellFrom(entries: TimeEntry[]) {
  const [entry] = entries;
  if (!entry) return null;
  const isFixed = entries.length > 1 || !entry.mayChange;
  return { quarterHours: totalOf(entries), version: isFixed ? null : versionOfCell(entry) };
}

const readOpenReviews = (viewer: Viewer, employeeId: number) =>
  db
    .select({
      ...pick(assignments, "permitId", "discipline"),
      ...pick(permits, "urban37PermitNumber", "revisionNumber", "projectName"),
    })
    .from(assignments)
    .innerJoin(permits, eq(permits.id, assignments.permitId))
    .where(and(openSqlOf(employeeId), visibleTo(viewer)))
    .orderBy(asc(assignments.employeeDueDate), asc(assignments.id))
    .limit(maxOpenReviews + 1);

export type SentCell = { key: string; hours?: string; version?: string };

/** Saves the changed cells of a week: all of them, or none. Returns their count. */
export function saveWeekSheet(viewer: Viewer, employeeId: number, sent: SentCell[], formKey?: string) {
  return write(async (tx) => {
    allow(viewer, "time-entry.write", { isOwn: employeeId === viewer.employeeId });
    const fields: FieldErrors = {};
    let status = 400;
    const refuse = (key: string, message: string) => {
      fields[`hours.${key}`] = [`${labelOf(key)}: ${message}`];
    };
    const changes: CellChange[] = [];
    for (const cell of sent) {
      const { change, problem } = changeIn(cell);
      if (problem) refuse(cell.key, problem);
      if (change) changes.push(change);
    }
    // What takes hours from a day comes before what adds to it.
    changes.sort((first, second) => growth(first) - growth(second));
    for (const change of changes) {
      try {
        await saveCell(tx, viewer, employeeId, change, formKey);
      } catch (error) {
        if (!(error instanceof Refusal) || error instanceof ReusedKey || error.status === 403) throw error;
        refuse(change.key, Object.values(error.fields ?? {})[0]?.[0] ?? error.message);
        if (error.status === 409) status = 409;
      }
    }
    if (Object.keys(fields).length > 0) throw new Refusal(status, "Nothing was saved", { fields });
    return changes.length;
  });
}

type CellChange = SheetCell & {
  key: string;
  /** Null for an emptied cell. */
  hoursWorked: number | null;
  shown?: ReturnType<typeof shownIn>;
};

const growth = ({ hoursWorked, shown }: CellChange): number =>
  toQuarterHours(hoursWorked ?? 0) - (shown?.quarterHours ?? 0);

function labelOf(key: string): string {
  const cell = cellOf(key);
  return cell ? `${formatWeekday(cell.workDate)}, ${cell.discipline}` : "Hours";
}

function changeIn({ key, hours = "", version }: SentCell): { change?: CellChange; problem?: string } {
  const cell = cellOf(key);
  if (!cell) return { problem: "Invalid input" };
  const typed = Number(hours.trim());
  const parsed = timeEntryFields.shape.hoursWorked.safeParse(typed);
  if (typed !== 0 && !parsed.success) return { problem: parsed.error.issues[0]?.message };
  const change = { ...cell, key, hoursWorked: parsed.data ?? null, shown: shownIn(version) };
  return growth(change) === 0 ? {} : { change };
}

async function saveCell(
  tx: Connection,
  viewer: Viewer,
  employeeId: number,
  { key, permitId, discipline, workDate, hoursWorked, shown }: CellChange,
  formKey?: string,
) {
  if (!shown) {
    const entry = { employeeId, discipline, workDate, hoursWorked: hoursWorked ?? 0 };
    await logTime(tx, viewer, permitId, { ...entry, formKey: formKey && `${formKey} ${key}` });
  } else if (hoursWorked === null) {
    await nullIfNotFound(removeTimeEntry(tx, viewer, shown.id, shown.updatedAt));
  } else {
    await changeUnlessSame(tx, viewer, shown, hoursWorked);
  }
}

/** A second post of the same form finds what it would save. */
async function changeUnlessSame(
  tx: Connection,
  viewer: Viewer,
  { id, updatedAt }: { id: number; updatedAt: string },
  hoursWorked: number,
) {
  const [stored] = await tx
    .select({ quarterHours: timeEntries.quarterHours })
    .from(timeEntries)
    .where(eq(timeEntries.id, id));
  if (stored && toHours(stored.quarterHours) === hoursWorked) return;
  await changeTimeEntry(tx, viewer, id, { hoursWorked }, updatedAt);
}
