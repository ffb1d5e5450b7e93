import type Database from "better-sqlite3";
import { foldForOrder, foldForSearch } from "~/models/fold-text";
import type { PermitStatus } from "~/models/permits/permit";
import { statusMarker } from "~/models/permits/status-marker";

const folded = (fold: (text: string) => string) => (text: unknown) =>
  text === null ? null : fold(String(text));

/** PostgreSQL has those that fold texts in the database, and needs no markers. */
export function addFunctions(database: Database.Database): void {
  database.function("fold_for_search", { deterministic: true }, folded(foldForSearch));
  database.function("fold_for_order", { deterministic: true }, folded(foldForOrder));
  const marker = (status: unknown, isAssigned: unknown) =>
    statusMarker(status as PermitStatus, isAssigned === 1);
  database.function("status_marker", { deterministic: true }, marker);
}
