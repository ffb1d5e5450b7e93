import type Database from "better-sqlite3";
import { formatDate, isCalendarDate } from "../../app/models/calendar-date";
import { isPermitStatus, permitStatuses } from "../../app/models/permits/permit";
import { permitFieldLabels } from "../../app/ui/permits/permit-labels";
import { formatMoment } from "./dates";

type StoredEvent = { id: number; at: string; actor: string; action: string; changes: string };

/** The latest changes of a permit. */
export type HistoryData = ReturnType<ReturnType<typeof historyReader>>;

const shownEvents = 5;

export function historyReader(database: Database.Database) {
  const query = database.prepare<[number, number], StoredEvent>(`
    select id, at, actor_name as actor, action, changes from audit_events
    where subject = 'permit' and subject_id = ? order by id desc limit ?`);
  return (permitId: number) => {
    const stored = query.all(permitId, shownEvents + 1);
    return { events: stored.slice(0, shownEvents).map(eventOf), hasEarlier: stored.length > shownEvents };
  };
}

function eventOf({ id, at, actor, action, changes }: StoredEvent) {
  const isCreated = action === "permit.created";
  const fields = isCreated ? [] : Object.entries(JSON.parse(changes) as Record<string, [unknown, unknown]>);
  return {
    id,
    at: formatMoment(at),
    actor,
    text: isCreated ? "Created" : "Changed",
    changes: fields.map(([field, [before, after]]) => ({
      label: (permitFieldLabels as Record<string, string>)[field] ?? field,
      before: textOf(before),
      after: textOf(after),
    })),
  };
}

function textOf(value: unknown): string {
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (isPermitStatus(value)) return permitStatuses[value].label;
  return isCalendarDate(String(value)) ? formatDate(String(value)) : String(value);
}
