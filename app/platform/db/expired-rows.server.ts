import { and, inArray, type SQL } from "drizzle-orm";
import { repeatUntilDone } from "./batches.server";
import { write } from "./db.server";
import type { AnyColumn } from "./dialect.server";

export const deleteExpired = (id: AnyColumn, expired: SQL, atOnce?: number): Promise<void> =>
  repeatUntilDone(
    (limit) =>
      write((tx) => {
        const ids = tx.select({ id }).from(id.table).where(expired).limit(limit);
        // A row may be renewed meanwhile.
        return tx
          .delete(id.table)
          .where(and(inArray(id, ids), expired))
          .returning({ id });
      }),
    atOnce,
  );
