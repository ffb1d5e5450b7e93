import { Gauge, Registry } from "prom-client";
import { readLastBackup } from "~/models/backups/last-backup.server";
import { mailStatusValues } from "~/models/mail/mail";
import { mailBacklog } from "~/models/mail/mail-log.server";
import { isAwayError } from "../db/database-failure.server";
import { databaseSizes } from "../db/database-size.server";
import { diskOf, reservedBytes } from "../disk.server";
import { poolLoads, queueLoads } from "../measured.server";

type Value = { labels?: Record<string, string>; value: number };
type AddGauge = (name: string, help: string, values: Value[]) => void;

/** What is read of each part of an installation. */
const parts: ((add: AddGauge) => Promise<void> | void)[] = [addLoads, addDatabase, addDisk, addBackup];

/** Reads what is not counted as it happens. What cannot be read at the moment is left out. */
export async function readings(): Promise<Registry> {
  const registry = new Registry();
  const add: AddGauge = (name, help, values) => {
    const labelNames = Object.keys(values[0]?.labels ?? {});
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
    for (const { labels = {}, value } of values) gauge.set(labels, value);
  };
  await Promise.all(parts.map((part) => part(add)));
  return registry;
}

/** One value for each state of each queue or pool. */
const valuesOf = (label: string, loads: Map<string, () => object>): Value[] =>
  [...loads].flatMap(([name, load]) =>
    Object.entries(load()).map(([state, value]) => ({ labels: { [label]: name, state }, value })),
  );

function addLoads(add: AddGauge): void {
  add("redline_queue_tasks", "What runs and waits in this server", valuesOf("queue", queueLoads));
  if (poolLoads.size === 0) return;
  add(
    "redline_database_connections",
    "Connections to PostgreSQL that run a query or are idle, and queries that wait for one",
    valuesOf("pool", poolLoads),
  );
}

async function addDatabase(add: AddGauge): Promise<void> {
  const read = await Promise.all([databaseSizes(), mailBacklog()]).catch((error: unknown) => {
    if (!isAwayError(error)) throw error;
    return undefined;
  });
  add("redline_database_up", "Whether the database responds", [{ value: read ? 1 : 0 }]);
  if (!read) return;
  const [sizes, mail] = read;
  add("redline_database_size_bytes", "The database", [{ value: sizes.database }]);
  if (sizes.log !== undefined)
    add("redline_database_wal_bytes", "SQLite's log of writes", [{ value: sizes.log }]);
  const emails = mailStatusValues.map((status) => ({
    labels: { status },
    value: mail.counts.get(status) ?? 0,
  }));
  add("redline_mail_emails", "Emails by status", emails);
  const age = mail.waitingSince === null ? 0 : (Date.now() - Date.parse(mail.waitingSince)) / 1000;
  add("redline_mail_oldest_waiting_seconds", "How long the oldest email waits; 0 if none waits", [
    { value: Math.max(age, 0) },
  ]);
}

async function addDisk(add: AddGauge): Promise<void> {
  const { free, total, freeInodes, totalInodes } = await diskOf();
  const disk = "of the disk of the data folder";
  add("redline_disk_free_bytes", `What is free ${disk}`, [{ value: free }]);
  add("redline_disk_total_bytes", `The size ${disk}`, [{ value: total }]);
  add("redline_disk_reserve_bytes", "Below it uploads are refused", [{ value: reservedBytes() }]);
  add("redline_disk_free_inodes", `Files that there is room for, ${disk}`, [{ value: freeInodes }]);
  add("redline_disk_total_inodes", `All inodes ${disk}`, [{ value: totalInodes }]);
}

async function addBackup(add: AddGauge): Promise<void> {
  const last = await readLastBackup();
  if (!last) return;
  add("redline_backup_last_failed", "1 if the last backup failed", [{ value: last.error === null ? 0 : 1 }]);
  if (!last.good) return;
  const { endedAt, bytes, missing } = last.good;
  add("redline_backup_last_success_timestamp_seconds", "When the last good backup ended", [
    { value: Date.parse(endedAt) / 1000 },
  ]);
  add("redline_backup_database_bytes", "The copy of the database in it", [{ value: bytes }]);
  add("redline_backup_missing_files", "Files that the database names and the data folder did not have", [
    { value: missing },
  ]);
}
