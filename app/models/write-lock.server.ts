import type { AnyColumn, Table } from "./dialect.server";

/**
 * What a write on PostgreSQL waits for; on SQLite all writes wait for each other. `all` waits for every other write, and
 * they for it, as one that touches users, employees or several cities must. A write in one city waits for that city's and
 * for `all`, so that cities do not wait for each other: `city` is its id, and `row` is a row that belongs to it, or to
 * one of its permits. `email` waits for those of one of the same addresses, and for `all`. `none` waits for nothing: it is for one
 * statement that other writes cannot make wrong.
 */
export type Lock =
  | { kind: "all" }
  | { kind: "city"; id: number }
  | { kind: "row"; table: TableOfCities; id: number }
  | { kind: "email"; names: string[] }
  | { kind: "none" };

/** A table whose rows belong to a city, or to a permit. */
type TableOfCities = Table & ({ cityId: AnyColumn } | { permitId: AnyColumn });

export const everything: Lock = { kind: "all" };
export const nothing: Lock = { kind: "none" };
export const ofCity = (id: number): Lock => ({ kind: "city", id });
/** The city of a row. Without the row, nothing can be changed. */
export const cityOfRow = (table: TableOfCities, id: number): Lock => ({ kind: "row", table, id });
/** For what a person does to what is theirs alone, such as signing in; also of a client address, or of both. */
export const ofEmail = (...names: string[]): Lock => ({ kind: "email", names });
