import { lte } from "drizzle-orm";
import { batchesOf, inBatches, yieldToEventLoop } from "~/platform/db/batches.server";
import { write } from "~/platform/db/db.server";
import { stagedFiles } from "../tables.server";
import { clearSetAside, removeOld } from "./content-removal.server";
import { type FileStore, stores } from "./file-store.server";
import { type Limits, namesWithoutRow, readOld, recordFound } from "./stored-content.server";

const hour = 60 * 60 * 1000;

/** Longer than staged files, and much longer than the two hours that a request can take. */
const unusedFor = 24 * hour;

/** Then another sweep continues the removal of a server that was killed. */
const claimedFor = hour;

const rowsAtOnce = 100;
const removedAtOnce = 20;

export async function sweep(now = Date.now()): Promise<number> {
  const at = new Date(now).toISOString();
  const momentBefore = (milliseconds: number) => new Date(now - milliseconds).toISOString();
  await write((tx) => tx.delete(stagedFiles).where(lte(stagedFiles.until, at)));
  await clearSetAside();
  const limits: Limits = { storedAt: momentBefore(unusedFor), claimedAt: momentBefore(claimedFor) };
  let removed = 0;
  const old = inBatches<Awaited<ReturnType<typeof readOld>>[number]>(
    (last, limit) => readOld(limits, last, limit),
    rowsAtOnce,
  );
  for await (const rows of old) {
    const names = rows.filter(({ isUnused }) => isUnused).map(({ name }) => name);
    for await (const part of batchesOf(names, removedAtOnce)) removed += await removeOld(part, at, limits);
  }
  return removed;
}

/** Records contents without a row, from an earlier version or a crash, for later sweeps. */
export async function insertMissingContentRows(): Promise<number> {
  let recorded = 0;
  for (const store of stores) {
    let names: string[] = [];
    for await (const found of store.list()) {
      names.push(...found);
      if (names.length < rowsAtOnce) continue;
      recorded += await insertMissingRows(store, names);
      names = [];
    }
    recorded += await insertMissingRows(store, names);
  }
  return recorded;
}

async function insertMissingRows(store: FileStore, names: string[]): Promise<number> {
  let recorded = 0;
  for await (const part of batchesOf(names, rowsAtOnce)) {
    const found: { name: string; byteSize: number }[] = [];
    for (const name of await namesWithoutRow(part)) {
      const byteSize = await store.sizeOf(name);
      if (byteSize !== undefined) found.push({ name, byteSize });
    }
    if (found.length > 0) recorded += await recordFound(found);
  }
  await yieldToEventLoop();
  return recorded;
}
