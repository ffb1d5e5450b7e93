import type Database from "better-sqlite3";
import { foldForOrder, foldForSearch } from "./fold-text";

const folded = (fold: (text: string) => string) => (text: unknown) =>
  text === null ? null : fold(String(text));

/**
 * Gives a connection the functions that queries, and the triggers of permits, fold texts with. PostgreSQL has them in the
 * database.
 */
export function addFoldFunctions(database: Database.Database): void {
  database.function("fold_for_search", { deterministic: true }, folded(foldForSearch));
  database.function("fold_for_order", { deterministic: true }, folded(foldForOrder));
}
