import { sql } from "drizzle-orm";
import { batchesOf, yieldToEventLoop } from "~/platform/db/batches.server";
import { db, rowsOf } from "~/platform/db/db.server";
import { isKnown } from "./file-places.server";
import { announceFiles } from "./file-removal.server";
import { stores } from "./file-store.server";

const filesAtOnce = 100;

/** Notes files that no row has, as after the restore of an earlier database: a day later they are removed. */
export async function announceUnknownFiles(): Promise<void> {
  for (const store of stores)
    for await (const keys of store.list())
      for await (const some of batchesOf(keys, filesAtOnce)) {
        const unknown = await unknownAmong(some);
        if (unknown.length > 0) await announceFiles(unknown);
        await yieldToEventLoop();
      }
}

/** Those of the files that no row has, and that neither arrive nor are being removed. */
export async function unknownAmong(keys: string[]): Promise<string[]> {
  const listed = sql.join(
    keys.map((key) => sql`select ${key} as key`),
    sql` union all `,
  );
  const rows = await rowsOf<{ key: string }>(
    db,
    sql`select listed.key from (${listed}) as listed where not ${isKnown(sql`listed.key`)}`,
  );
  return rows.map(({ key }) => key);
}
