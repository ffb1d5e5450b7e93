import { and, desc, eq, gte, inArray, isNull, lt, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { inBatches } from "~/platform/db/batches.server";
import { db } from "~/platform/db/db.server";
import { indexedBy } from "~/platform/db/dialect.server";
import { foundIn } from "~/platform/db/text-search.server";
import { auditKindValues } from "../audit-action";
import { addDays } from "../calendar-date";
import { startOfDay } from "../clock.server";
import { eventsOfPermit } from "../permits/permit-history.server";
import { byName, fullName } from "../person.server";
import { allow, type Viewer } from "../policy";
import * as tables from "../tables.server";
import { auditEvents, permits, users } from "../tables.server";
import type { AuditFilter } from "./audit-filter";
import { subjectsOf } from "./audit-subject.server";

export const eventsOnPage = 25;
export const eventsInFile = 100_000;
const eventsInBatch = 500;
/** Of a name or email. */
const maxPeople = 20;

/** Returns a page of events, the newest first. */
export async function readAuditPage(viewer: Viewer, filter: AuditFilter) {
  allow(viewer, "audit.read");
  const query = await queryFor(filter);
  const found = await query.read(eventsOnPage + 1, await positionOf(filter.before));
  const events = await subjectsOf(found.slice(0, eventsOnPage));
  const { hasMorePeople } = query;
  return { events, hasOlder: found.length > eventsOnPage, hasMorePeople };
}

export type AuditEvent = Awaited<ReturnType<typeof readAuditPage>>["events"][number];

/** Yields the events of a filter in batches, the newest first, up to `eventsInFile`. */
export async function* allAuditEvents(viewer: Viewer, filter: AuditFilter): AsyncGenerator<AuditEvent[]> {
  allow(viewer, "audit.read");
  const query = await queryFor(filter);
  let left = eventsInFile;
  for await (const batch of inBatches<Stored>((last, limit) => query.read(limit, last), eventsInBatch)) {
    yield await subjectsOf(batch.slice(0, left));
    left -= batch.length;
    if (left <= 0) return;
  }
}

export type Stored = typeof auditEvents.$inferSelect;
type Position = Pick<Stored, "at" | "id">;

async function positionOf(id: number | undefined): Promise<Position | undefined> {
  if (id === undefined) return undefined;
  const columns = { at: auditEvents.at, id: auditEvents.id };
  const [position] = await db.select(columns).from(auditEvents).where(eq(auditEvents.id, id));
  return position;
}

/** Events that one index has in their order. */
type Part = { index: string; where?: SQL };

async function queryFor(filter: AuditFilter) {
  const { kind, action, from, to } = filter;
  const { parts, hasMorePeople = false } = await partsOf(filter);
  const isInFilter = and(
    action ? eq(auditEvents.action, action) : kind && eq(auditEvents.subject, kind),
    from === undefined ? undefined : gte(auditEvents.at, startOfDay(from)),
    to === undefined ? undefined : lt(auditEvents.at, startOfDay(addDays(to, 1))),
  );
  const read = (limit: number, before?: Position): Promise<Stored[]> => {
    const isBefore = before && sql`(${auditEvents.at}, ${auditEvents.id}) < (${before.at}, ${before.id})`;
    const ids = parts.map(({ index, where }, number) => {
      const condition = and(where, isInFilter, isBefore) ?? sql`1 = 1`;
      const first = sql`select ${auditEvents.id} from ${indexedBy(auditEvents, index)} where ${condition} order by ${newestFirst} limit ${limit}`;
      return sql`select id from (${first}) as ${sql.raw(`part_${number}`)}`;
    });
    return db
      .select()
      .from(auditEvents)
      .where(sql`${auditEvents.id} in (${sql.join(ids, sql` union all `)})`)
      .orderBy(desc(auditEvents.at), desc(auditEvents.id))
      .limit(limit);
  };
  return { read, hasMorePeople };
}

const newestFirst = sql`${auditEvents.at} desc, ${auditEvents.id} desc`;

async function partsOf({ person, number, kind, action }: AuditFilter) {
  const people = person ? await peopleParts(person) : undefined;
  const hasMorePeople = people?.hasMorePeople;
  if (number) {
    const isByPerson = people && or(...people.parts.map(({ where }) => where));
    const rows = await rowParts(number);
    return {
      parts: rows.map((where) => ({ index: "audit_events_by_subject", where: and(where, isByPerson) })),
      hasMorePeople,
    };
  }
  if (people) return people;
  if (action) return { parts: [{ index: "audit_events_by_action_and_time" }] as Part[] };
  if (kind) return { parts: [{ index: "audit_events_by_subject_and_time" }] as Part[] };
  return { parts: [{ index: "audit_events_by_time" }] as Part[] };
}

async function peopleParts(person: string) {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(foundIn([fullName, users.email], person))
    .orderBy(byName, users.id)
    .limit(maxPeople + 1);
  const parts: Part[] = found.slice(0, maxPeople).map(({ id }) => ({
    index: "audit_events_by_actor_and_time",
    where: eq(auditEvents.actorId, id),
  }));
  // Of deleted users the name is left, and of nobody "Nobody".
  const isGone = and(isNull(auditEvents.actorId), eq(auditEvents.actorName, person));
  return {
    parts: [...parts, { index: "audit_events_by_name", where: isGone }],
    hasMorePeople: found.length > maxPeople,
  };
}

const isOf = (kind: string, ids: SQLWrapper) =>
  and(eq(auditEvents.subject, kind), inArray(auditEvents.subjectId, ids));

/** The events of a permit have several subjects. */
async function rowParts(number: string): Promise<(SQL | undefined)[]> {
  if (/^\d{1,15}$/.test(number)) {
    return [and(inArray(auditEvents.subject, auditKindValues), eq(auditEvents.subjectId, Number(number)))];
  }
  const ids = await permitIdsOf(number);
  return ids.length === 0 ? [sql`1 = 0`] : ids.flatMap(partsOfPermit);
}

function partsOfPermit(id: number): (SQL | undefined)[] {
  const rowsIn = (table: typeof tables.comments | typeof tables.corrections | typeof tables.timeEntries) =>
    db.select({ id: table.id }).from(table).where(eq(table.permitId, id));
  return [
    ...eventsOfPermit(id),
    isOf("comment", rowsIn(tables.comments)),
    isOf("correction", rowsIn(tables.corrections)),
    isOf("time-entry", rowsIn(tables.timeEntries)),
  ];
}

/** Of a deleted permit the event of its deletion has the number. */
async function permitIdsOf(number: string): Promise<number[]> {
  const isDeletion = and(
    eq(auditEvents.action, "permit.deleted"),
    sql`upper(${auditEvents.changes} -> 'urban37PermitNumber' ->> 0) = upper(${number})`,
  );
  const stored = await db
    .select({ id: permits.id })
    .from(permits)
    .where(sql`upper(${permits.urban37PermitNumber}) = upper(${number})`);
  const deleted = await db.select({ id: auditEvents.subjectId }).from(auditEvents).where(isDeletion);
  return [...stored, ...deleted].flatMap(({ id }) => id ?? []);
}
