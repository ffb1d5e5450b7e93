import type { LastBackup } from "../backups/last-backup.server";
import { formatMoment } from "../clock.server";

const day = 24 * 60 * 60 * 1000;

/** A sentence for administrators while the last backup failed, is older than two days, or lacks files. */
export function backupNotice(backup: LastBackup | undefined, moment = Date.now()): string | null {
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
export const lastGoodBackup = (backup: LastBackup | undefined): string | null =>
  backup?.error === null ? formatMoment(backup.endedAt) : null;
