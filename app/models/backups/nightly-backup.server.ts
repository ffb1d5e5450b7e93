import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { db } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { logLine } from "~/platform/log.server";
import { users } from "../tables.server";
import { type LastBackup, readLastBackup } from "./last-backup.server";

const hour = 60 * 60 * 1000;
const firstHour = 2;

const hourFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: env.TIME_ZONE,
  hour: "numeric",
  hourCycle: "h23",
});

/** From two o'clock in the provider's time zone, after a day without one, and again each hour after a failure. */
export function isBackupDue(last: LastBackup | undefined, moment = new Date()): boolean {
  if (!last || last.error !== null || !last.good) return true;
  const age = moment.getTime() - Date.parse(last.endedAt);
  // The clock was wrong.
  if (age < 0) return true;
  const isNight = Number(hourFormat.format(moment)) === firstHour;
  return age >= 24 * hour || (isNight && age >= 2 * hour);
}

/** Runs `npm run backup` in a process of its own, which takes no time from requests. Call every hour. */
export async function backUpIfDue(): Promise<void> {
  if (!isBackupDue(await readLastBackup())) return;
  // After the loss of a disk, the newest backup must not be one of an empty database.
  if ((await db.$count(users)) === 0) return;
  const command = ["--import", "tsx", "scripts/backup.ts"];
  const { stdout } = await promisify(execFile)(process.execPath, command).catch((error) => {
    throw new Error(error.stderr?.trim() || error.message);
  });
  logLine(stdout.trim());
}
