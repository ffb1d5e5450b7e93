import { eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { db, rowsOf } from "~/platform/db/db.server";
import type { AnyColumn, Table } from "~/platform/db/dialect.server";
import { personName } from "../person";
import { nameColumns } from "../person.server";
import * as tables from "../tables.server";
import { cities, employees, letters, permits, users } from "../tables.server";
import type { Stored } from "./audit-list.server";

/** What an event is about, with its address, if it still exists. */
export type AuditSubject = { name: string; to?: string };

type Row = { kind: string; id: number; name: string; place: number };

const rowsIn = (kind: string, { id, name, place }: Record<"id" | "name" | "place", AnyColumn>, from: SQL) =>
  [
    kind,
    (ids: number[]): SQL => {
      const columns = sql`${sql.raw(`'${kind}'`)} as kind, ${id} as id, ${name} as name, ${place} as place`;
      return sql`select ${columns} from ${from} where ${inArray(id, ids)}`;
    },
  ] as const;

type OfPermit = Table & { id: AnyColumn; permitId: AnyColumn };
const ofPermit = (kind: string, table: OfPermit) =>
  rowsIn(
    kind,
    { id: table.id, name: permits.urban37PermitNumber, place: permits.id },
    sql`${table} join ${permits} on ${eq(permits.id, table.permitId)}`,
  );

type OfCity = Table & { id: AnyColumn; cityId: AnyColumn };
const ofCity = (kind: string, table: OfCity) =>
  rowsIn(
    kind,
    { id: table.id, name: cities.cityName, place: cities.id },
    sql`${table} join ${cities} on ${eq(cities.id, table.cityId)}`,
  );

const queries = new Map([
  rowsIn("permit", { id: permits.id, name: permits.urban37PermitNumber, place: permits.id }, sql`${permits}`),
  rowsIn("city", { id: cities.id, name: cities.cityName, place: cities.id }, sql`${cities}`),
  rowsIn("letter", { id: letters.id, name: letters.number, place: letters.permitId }, sql`${letters}`),
  ofPermit("plan-check", tables.planChecks),
  ofPermit("assignment", tables.assignments),
  ofPermit("comment", tables.comments),
  ofPermit("correction", tables.corrections),
  ofPermit("time-entry", tables.timeEntries),
  ofCity("fee", tables.cityFees),
  ofCity("pricing", tables.cityPricing),
]);

function addressOf({ kind, id, place }: Row): string {
  if (kind === "city" || kind === "fee" || kind === "pricing") return `/cities/${place}`;
  return kind === "letter" ? `/permits/${place}/letters/${id}` : `/permits/${place}`;
}

/** Adds the user who acted, and the row that each event is about. */
export async function subjectsOf(events: Stored[]) {
  const people = await peopleOf(events);
  const rows = await rowsAbout(events);
  return events.map((event) => {
    const { subject, subjectId, actorId } = event;
    const person = subject === "employee" ? people.byEmployee : people.byUser;
    const row = isPerson(event) ? person.get(subjectId ?? 0) : rows.get(`${subject} ${subjectId}`);
    return { ...event, actor: people.byUser.get(actorId ?? 0), row };
  });
}

const isPerson = ({ subject }: Stored) => ["user", "sign-in", "employee"].includes(subject);

async function rowsAbout(events: Stored[]): Promise<Map<string, AuditSubject>> {
  const parts = [...Map.groupBy(events, ({ subject }) => subject)].flatMap(([kind, ofKind]) => {
    const ids = [...new Set(ofKind.flatMap(({ subjectId }) => subjectId ?? []))];
    return ids.length > 0 ? (queries.get(kind)?.(ids) ?? []) : [];
  });
  if (parts.length === 0) return new Map();
  const rows = await rowsOf<Row>(db, sql.join(parts, sql` union all `));
  return new Map(
    rows.map((row) => [`${row.kind} ${row.id}`, { name: row.name, to: addressOf(row) } as const]),
  );
}

async function peopleOf(events: Stored[]) {
  const idsWhere = (isWanted: (event: Stored) => boolean) =>
    events.filter(isWanted).flatMap(({ subjectId }) => subjectId ?? []);
  const ofEmployees = idsWhere(({ subject }) => subject === "employee");
  const ofUsers = [
    ...idsWhere((event) => isPerson(event) && event.subject !== "employee"),
    ...events.flatMap(({ actorId }) => actorId ?? []),
  ];
  const found = await db
    .select({ id: users.id, ...nameColumns, cityId: users.cityId, employeeId: employees.id })
    .from(users)
    .leftJoin(employees, eq(employees.userId, users.id))
    .where(or(inArray(users.id, [...new Set(ofUsers)]), inArray(employees.id, [...new Set(ofEmployees)])));
  const people = found.map(({ id, employeeId, cityId, ...person }) => ({
    ...{ id, employeeId },
    subject: { name: personName(person), to: addressOfPerson(id, employeeId, cityId) } as AuditSubject,
  }));
  return {
    byUser: new Map(people.map(({ id, subject }) => [id, subject])),
    byEmployee: new Map(people.map(({ employeeId, subject }) => [employeeId, subject])),
  };
}

function addressOfPerson(id: number, employeeId: number | null, cityId: number | null): string | undefined {
  if (employeeId) return `/employees/${employeeId}/edit`;
  return cityId ? `/cities/${cityId}/users/${id}/edit` : undefined;
}
