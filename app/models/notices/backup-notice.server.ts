import { type LastBackup, readLastBackup } from "../backups/last-backup.server";
import { formatMoment } from "../clock.server";

const day = 24 * 60 * 60 * 1000;

/** A sentence for administrators while the last backup failed, is older than two days, or lacks files. */
export async function backupNotice(last?: LastBackup, moment = Date.now()): Promise<string | null> {
  const backup = last ?? (await readLastBackup());
  if (!backup) return "There is no backup yet. Whoever runs the server sets BACKUP_DIR for one every night.";
  const { error, good, endedAt } = backup;
  if (error !== null) {
    const before = good ? `The last good one is of ${formatMoment(good.endedAt)}.` : "There is no good one.";
    return `The backup of ${formatMoment(endedAt)} failed: ${error}. ${before}`;
  }
  if (moment - Date.parse(endedAt) > 2 * day) return `The last backup is of ${formatMoment(endedAt)}.`;
  if (good && good.missing > 0)
    return `The last backup lacks ${good.missing} files that are missing in the data folder. Its manifest.json names them.`;
  return null;
}

/** When the last backup was made, if it was a good one. */
export async function lastGoodBackup(): Promise<string | null> {
  const last = await readLastBackup();
  return last?.error === null ? formatMoment(last.endedAt) : null;
}
