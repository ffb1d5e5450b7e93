import { createHash } from "node:crypto";
import { getTableColumns, getTableName } from "drizzle-orm";
import type { Table } from "./dialect.server";
import type { Lock } from "./write-lock.server";

/** Advisory locks are numbers that all servers of one database agree on: a class, and a number within it. */
export const lockClasses = { city: 82, email: 83 };
/** The lock of everything has the number of no city. */
const everything = 0;

const asNumber = (id: number): string => {
  if (!Number.isInteger(id)) return "null";
  return String(id);
};

/** The lowest 31 bits of a hash: a lock of another address that has the same makes a write wait, and no more. */
const numberOf = (text: string): number =>
  createHash("sha256").update(text).digest().readUInt32BE() % 2 ** 31;

/** Returns a query for the city that a row belongs to. */
function cityQuery(table: Table, id: number): string {
  const name = getTableName(table);
  const columns = getTableColumns(table);
  if ("cityId" in columns) return `select city_id from ${name} where id = ${asNumber(id)}`;
  if ("permitId" in columns)
    return `select permits.city_id from ${name} join permits on permits.id = ${name}.permit_id where ${name}.id = ${asNumber(id)}`;
  throw new Error(`A row of ${name} belongs to no city`);
}

/** Locks of PostgreSQL's own, which end with the transaction, or with the server that holds them. */
const advisory = {
  all: () => `select pg_advisory_xact_lock(${lockClasses.city}, ${everything})`,
  shared: () => `select pg_advisory_xact_lock_shared(${lockClasses.city}, ${everything})`,
  city: (query: string) =>
    `select pg_advisory_xact_lock(${lockClasses.city}, city_id::int) from (${query}) as city`,
  email: (number: number) => `select pg_advisory_xact_lock(${lockClasses.email}, ${number})`,
};

/** How many rows the locks of addresses share. */
const emailRows = 256;

/** Rows of the table `locks`, for engines that have no advisory locks. Migrations and triggers create the rows. */
const rows = {
  all: () => `select from locks where class = 'city' and number = ${everything} for update`,
  shared: () => `select from locks where class = 'city' and number = ${everything} for share`,
  city: (query: string) =>
    `select from locks where class = 'city' and number = (select city_id from (${query}) as city) for update`,
  email: (number: number) => `select from locks where class = 'email' and number = ${number} for update`,
};

const locked = (kind: "advisory" | "row", number: number): number =>
  kind === "row" ? number % emailRows : number;

/** Returns the statements that take a lock, after BEGIN. They have no parameters, so that all are sent at once. */
export function lockStatements(lock: Lock, kind: "advisory" | "row"): string[] {
  const { all, shared, city, email } = kind === "advisory" ? advisory : rows;
  switch (lock.kind) {
    case "all":
      return [all()];
    case "city":
      return [shared(), city(`select ${asNumber(lock.id)} as city_id`)];
    case "row":
      return [shared(), city(cityQuery(lock.table, lock.id))];
    case "email":
      // In one order, so that two writes do not wait for each other.
      return lock.names
        .map((name) => locked(kind, numberOf(name)))
        .sort((one, other) => one - other)
        .map(email);
    case "none":
      return [];
  }
}

/** Returns the name of the queue in which the writes of a lock wait on their server, so that few hold a connection. */
export function queueOf(lock: Lock): string | undefined {
  switch (lock.kind) {
    case "all":
      return "all";
    case "city":
      return `city ${lock.id}`;
    case "row":
      return `${getTableName(lock.table)} ${lock.id}`;
    case "email":
      return `email ${lock.names[0]}`;
    case "none":
      return undefined;
  }
}
