import { and, desc, eq, inArray, lte } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Connection, db, write } from "~/platform/db/db.server";
import { derivedColumns } from "./audit.server";
import { fromNow, now } from "./clock.server";
import type { Discipline } from "./discipline";
import { releaseKey } from "./idempotency.server";
import type { Viewer } from "./policy";
import {
  assignments,
  cityFees,
  comments,
  corrections,
  mailOutbox,
  markups,
  permits,
  planChecks,
  timeEntries,
  undos,
} from "./tables.server";
import { deletedTables, type UndoKind, undoSeconds } from "./undo";

const restorable = {
  assignments,
  cityFees,
  comments,
  corrections,
  markups,
  permits,
  planChecks,
  timeEntries,
};
type TableName = keyof typeof restorable;

type RowOf<Name extends TableName> = (typeof restorable)[Name]["$inferSelect"];

type KeptRowOf<Name extends TableName> = {
  table: Name;
  before: RowOf<Name> | null;
  after: RowOf<Name> | null;
};

/** A row before and after the change. One that is the same must only not have changed since. */
type KeptRow = { [Name in TableName]: KeptRowOf<Name> }[TableName];

export type KeptChange = {
  rows: KeptRow[];
  /** Held back until the change can no longer be taken back. */
  emails?: number[];
  /** Those before, if the change replaced them. */
  requiredDisciplines?: Discipline[];
};

/** Takes a change back whose rows are as it left them: refuses by its noun's rules, restores the rows, and records it. */
export type TakeBack = (tx: Connection, viewer: Viewer, change: KeptChange) => Promise<void>;

/** Call inside the transaction of the change. Its first row is the subject, unless another one is named. */
export async function keepUndo(
  tx: Connection,
  viewer: Viewer,
  kind: UndoKind,
  change: KeptChange,
  subjectId = idOf(change.rows[0]),
): Promise<void> {
  await tx.insert(undos).values({ userId: viewer.id, kind, subjectId, change, createdAt: now() });
}

const idOf = (row?: KeptRow): number => (row?.after ?? row?.before)?.id ?? 0;

/** The viewer's latest change of the subject, if it is not undone. */
async function findLatest(viewer: Viewer, kind: UndoKind, subjectId: number) {
  const [latest] = await db
    .select()
    .from(undos)
    .where(and(eq(undos.userId, viewer.id), eq(undos.kind, kind), eq(undos.subjectId, subjectId)))
    .orderBy(desc(undos.id))
    .limit(1);
  return latest?.usedAt === null ? latest : undefined;
}

/** Returns the id of the undo of the viewer's latest change, unless it comes too late or there was another change. */
export async function findUndo(viewer: Viewer, kind: UndoKind, subjectId: number) {
  const latest = await findLatest(viewer, kind, subjectId);
  if (!latest || isLate(latest)) return undefined;
  return (await isUnchangedSince(db, latest.change)) ? latest.id : undefined;
}

/** Returns the row that the viewer has deleted, until it is restored. */
export async function readDeletedRow<Kind extends keyof typeof deletedTables>(
  viewer: Viewer,
  kind: Kind,
  id: number,
) {
  const latest = await findLatest(viewer, kind, id);
  return (latest && keptRow(latest.change, deletedTables[kind]).before) ?? undefined;
}

export const isLate = ({ createdAt }: { createdAt: string }): boolean =>
  createdAt <= fromNow(-undoSeconds * 1000);

export const keptRows = <Name extends TableName>({ rows }: KeptChange, table: Name) =>
  rows.filter((one) => one.table === table) as KeptRowOf<Name>[];

export function keptRow<Name extends TableName>(change: KeptChange, table: Name): KeptRowOf<Name> {
  return keptRows(change, table)[0] ?? { table, before: null, after: null };
}

type Row = { id: number } & Record<string, unknown>;
type StoredTable = SQLiteTable & { id: SQLiteColumn };

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function differences(from: Row, to: Row): Record<string, unknown> {
  const changed = Object.entries(to).filter(
    ([name, value]) => !derivedColumns.includes(name) && !isSame(from[name] ?? null, value),
  );
  return Object.fromEntries(changed);
}

export async function isUnchangedSince(connection: Connection, { rows }: KeptChange): Promise<boolean> {
  for (const { table, before, after } of rows) {
    const stored = restorable[table] as StoredTable;
    const [current] = (await connection
      .select()
      .from(stored)
      .where(eq(stored.id, (after ?? before)?.id))) as Row[];
    const isUnchanged =
      after && current ? isSame(differences(after, current), {}) : after === (current ?? null);
    if (!isUnchanged) return false;
  }
  return true;
}

/** Restores each row with its version, and removes the emails. */
export async function restoreRows(tx: Connection, { rows, emails = [] }: KeptChange): Promise<void> {
  for (const { table, before, after } of rows) {
    const stored = restorable[table] as StoredTable;
    if (before && after) {
      const changes = differences(after, before);
      if (isSame(changes, {})) continue;
      await tx.update(stored).set(changes).where(eq(stored.id, after.id));
    } else if (before) await tx.insert(stored).values(before);
    else if (after) {
      await tx.delete(stored).where(eq(stored.id, after.id));
      if ("idempotencyKey" in after && after.idempotencyKey)
        await releaseKey(tx, stored, after.idempotencyKey);
    }
  }
  if (emails.length === 0) return;
  await tx.delete(mailOutbox).where(and(inArray(mailOutbox.id, emails), eq(mailOutbox.status, "waiting")));
}

const hour = 60 * 60 * 1000;

/** Until then, one that comes late is told so. */
export const deleteOldUndos = () =>
  write((tx) => tx.delete(undos).where(lte(undos.createdAt, fromNow(-hour))));
