import type { Table } from "./dialect.server";

/**
 * What a write on PostgreSQL waits for; on SQLite all writes wait for each other. `all` waits for every other write, as
 * one that touches users, employees or several cities must. A write in one city waits for that city's and for `all`,
 * so that cities do not wait for each other: `city` is its id, and `row` is a row that belongs to it, or to one of its
 * permits. `email` waits for those of one of the same addresses, and `none` for nothing.
 */
export type Lock =
  | { kind: "all" }
  | { kind: "city"; id: number }
  | { kind: "row"; table: Table; id: number }
  | { kind: "email"; names: string[] }
  | { kind: "none" };

export const everything: Lock = { kind: "all" };
export const nothing: Lock = { kind: "none" };
export const ofCity = (id: number): Lock => ({ kind: "city", id });
/** The city of a row that has a `cityId`, or a `permitId` of a permit in it. */
export const cityOfRow = (table: Table, id: number): Lock => ({ kind: "row", table, id });
/** The sign-ins of an email address, or of a client address, or of both. */
export const ofEmail = (...names: string[]): Lock => ({ kind: "email", names });
