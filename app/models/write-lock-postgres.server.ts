import { createHash } from "node:crypto";
import { getTableColumns, getTableName } from "drizzle-orm";
import type { Table } from "./dialect.server";
import type { Lock } from "./write-lock.server";

/** Advisory locks are numbers that all servers of one database agree on: a class, and a number within it. */
export const lockClasses = { city: 82, email: 83 };
/** The lock of everything has the number of no city. */
const everything = 0;

/** The highest number of an advisory lock with a class. */
const highestCity = 2 ** 31 - 1;

/** An id that no row can have is null: then there is no row, and no lock. */
const asNumber = (id: number, highest = Number.MAX_SAFE_INTEGER): string =>
  Number.isInteger(id) && id > everything && id <= highest ? String(id) : "null::bigint";

/** The lowest 31 bits of a hash: a lock of another address that has the same makes a write wait, and no more. */
const numberOf = (text: string): number =>
  createHash("sha256").update(text).digest().readUInt32BE() % 2 ** 31;

/** Returns a query for the city that a row belongs to, as text without parameters. */
export function cityQuery({ table, id }: { table: Table; id: number }): string {
  const name = getTableName(table);
  const columns = getTableColumns(table);
  if ("cityId" in columns) return `select city_id from ${name} where id = ${asNumber(id)}`;
  if ("permitId" in columns)
    return `select permits.city_id from ${name} join permits on permits.id = ${name}.permit_id where ${name}.id = ${asNumber(id)}`;
  throw new Error(`A row of ${name} belongs to no city`);
}

/** The statements of one way to lock. Those of a city return no row at last if the query for its id has none. */
type Locks = {
  all: string[];
  city: (query: string) => string[];
  emails: (numbers: number[]) => string[];
};

/** In one order, so that two writes do not wait for each other. */
const inOrder = (numbers: number[]): number[] => numbers.toSorted((one, other) => one - other);

const lockShared = `select pg_advisory_xact_lock_shared(${lockClasses.city}, ${everything})`;

/**
 * Locks of PostgreSQL's own, which end with the transaction, or with the server that holds them. When the statement that
 * reads the city of a row runs, no write of everything does, and no other moves a row to another city.
 */
const advisory: Locks = {
  all: [`select pg_advisory_xact_lock(${lockClasses.city}, ${everything})`],
  city: (query) => [
    lockShared,
    `select pg_advisory_xact_lock(${lockClasses.city}, city_id::int) from (${query}) as city`,
  ],
  emails: (numbers) => [
    lockShared,
    ...inOrder(numbers).map((number) => `select pg_advisory_xact_lock(${lockClasses.email}, ${number})`),
  ],
};

/** How many rows the locks of addresses share. */
const emailRows = 256;

const lockRow = (name: string, number: number | string): string =>
  `select from locks where class = '${name}' and number = ${number} for update`;

/**
 * Rows of the table `locks`, for engines that have no advisory locks. Migrations and triggers create the rows. A write of
 * everything locks all of them: a lock of one row that the others share would never be free while many of them write.
 */
const rows: Locks = {
  // Only writes of everything create cities, so that the second statement finds them all.
  all: [lockRow("city", everything), "select from locks order by class, number for update"],
  // While the first one waited, the row may have been moved to another city. After it, no write of everything can run.
  city: (query) => Array<string>(2).fill(lockRow("city", `(select city_id from (${query}) as city)`)),
  emails: (numbers) =>
    inOrder(numbers.map((number) => number % emailRows)).map((number) => lockRow("email", number)),
};

/**
 * Returns the statements that take a lock, after BEGIN. They have no parameters, so that all are sent at once. The last one
 * returns no row if the city does not exist. Each sees what was committed when it begins.
 */
export function lockStatements(lock: Lock, kind: "advisory" | "row"): string[] {
  const { all, city, emails } = kind === "advisory" ? advisory : rows;
  switch (lock.kind) {
    case "all":
      return all;
    case "city":
      return city(`select ${asNumber(lock.id, highestCity)} as city_id`);
    case "row":
      return city(cityQuery(lock));
    case "email":
      return emails(lock.names.map(numberOf));
    case "none":
      return [];
  }
}
