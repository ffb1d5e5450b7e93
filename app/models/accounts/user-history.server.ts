import { and, asc, eq, getTableColumns, gt, inArray, sql } from "drizzle-orm";
import { untilNoneLeft } from "../batches.server";
import { type Connection, write } from "../db.server";
import type { AnyColumn } from "../dialect.server";
import {
  assignments,
  auditEvents,
  backChecks,
  cityFees,
  comments,
  corrections,
  letters,
  permits,
  planChecks,
  planFiles,
} from "../tables.server";

/**
 * The columns that refer to the user who did something, and are emptied when the user is deleted. No page reads the
 * first ones, because the row has the name as text or needs none; the last four are read while the user exists.
 */
export const historyColumns: AnyColumn[] = [
  auditEvents.actorId,
  permits.createdById,
  letters.byId,
  planChecks.releasedById,
  corrections.authorId,
  backChecks.byId,
  planFiles.uploadedById,
  comments.authorId,
  assignments.decidedById,
  cityFees.paidById,
];

/** How many rows a write empties. PostgreSQL writes a permit to all of its indexes, which takes a quarter of a millisecond. */
const rowsAtOnce = 200;

/** The history of users that is too long to be emptied by the write that deletes them. */
export class LongHistory {
  constructor(readonly userIds: number[]) {}
}

/** Returns the history of users if it is long. Call inside a transaction. */
export async function longHistoryOf(tx: Connection, userIds: number[]): Promise<LongHistory | undefined> {
  let found = 0;
  for (const column of historyColumns) {
    // Without a column of the row, its index alone is read.
    const rows = tx.select({ one: sql`1` }).from(column.table).where(inArray(column, userIds));
    found += (await rows.limit(rowsAtOnce + 1)).length;
    if (found > rowsAtOnce) return new LongHistory(userIds);
  }
  return undefined;
}

type Position = { column: AnyColumn; userId: number; after: number };

/** Empties a column of the next rows. */
function emptyNext(tx: Connection, { column, userId, after }: Position, limit: number) {
  const id = getTableColumns(column.table).id as AnyColumn<{ data: number; notNull: true }>;
  const next = tx
    .select({ id })
    .from(column.table)
    .where(and(eq(column, userId), gt(id, after)))
    .orderBy(asc(id))
    .limit(limit);
  return tx
    .update(column.table)
    .set({ [column.name]: null })
    .where(inArray(id, next))
    .returning({ id });
}

async function emptyColumn(column: AnyColumn, userId: number): Promise<void> {
  let after = 0;
  await untilNoneLeft(async (limit) => {
    const emptied = await write((tx) => emptyNext(tx, { column, userId, after }, limit));
    after = Math.max(after, ...emptied.map(({ id }) => id));
    return emptied;
  }, rowsAtOnce);
}

/**
 * Runs the write of a command that deletes users. It checks the rules, and returns the users' history if that is long:
 * then the history is emptied in many short writes, and the write runs again. A rehearsal ends in the first write.
 */
export async function deleteInSteps<Result>(
  work: (tx: Connection) => Promise<Result | LongHistory>,
): Promise<Result> {
  for (;;) {
    const result = await write(work);
    if (!(result instanceof LongHistory)) return result;
    for (const column of historyColumns) {
      for (const userId of result.userIds) await emptyColumn(column, userId);
    }
  }
}
