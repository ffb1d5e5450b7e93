import { and, asc, eq, getTableColumns, gt, inArray, sql } from "drizzle-orm";
import { repeatUntilDone } from "~/platform/db/batches.server";
import { type Connection, write } from "~/platform/db/db.server";
import type { AnyColumn } from "~/platform/db/dialect.server";
import * as tables from "../tables.server";

/** Emptied when the user is deleted. Pages read the last four while the user exists. */
export const historyColumns: AnyColumn[] = [
  tables.auditEvents.actorId,
  tables.permits.createdById,
  tables.letters.byId,
  tables.planChecks.releasedById,
  tables.corrections.authorId,
  tables.backChecks.byId,
  tables.planFiles.uploadedById,
  tables.planSets.confirmedById,
  tables.sheets.withdrawnById,
  tables.markups.authorId,
  tables.comments.authorId,
  tables.assignments.decidedById,
  tables.cityFees.paidById,
];

/** PostgreSQL writes a permit to all of its indexes. */
const rowsAtOnce = 200;

export class LongHistory {
  constructor(readonly userIds: number[]) {}
}

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

async function emptyColumn(column: AnyColumn, userId: number): Promise<void> {
  const id = getTableColumns(column.table).id as AnyColumn<{ data: number; notNull: true }>;
  let after = 0;
  await repeatUntilDone(async (limit) => {
    const emptied = await write((tx) => {
      const isNext = and(eq(column, userId), gt(id, after));
      const next = tx.select({ id }).from(column.table).where(isNext).orderBy(asc(id)).limit(limit);
      const update = tx.update(column.table).set({ [column.name]: null });
      return update.where(inArray(id, next)).returning({ id });
    });
    after = Math.max(after, ...emptied.map(({ id }) => id));
    return emptied;
  }, rowsAtOnce);
}

/** Empties a long history in short writes before the write that deletes its users. A rehearsal ends in the first. */
export async function deleteInSteps<Result>(work: (tx: Connection) => Promise<Result | LongHistory>) {
  for (;;) {
    const result = await write(work);
    if (!(result instanceof LongHistory)) return result;
    for (const column of historyColumns) {
      for (const userId of result.userIds) await emptyColumn(column, userId);
    }
  }
}
