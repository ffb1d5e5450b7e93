import "./env-file.js";
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { isCalendarDate } from "~/models/calendar-date";
import { prepareFolder, publishFolder } from "~/seed/prepared-folder";

const usage = "Usage: npm run seed -- --permits 1000000 [--today 2026-11-21] [--into folder]";

async function seed(): Promise<void> {
  const { total, day, target } = readArguments();
  if (process.env.DATABASE_URL) {
    throw new Error("npm run seed fills a new SQLite database only: run it without DATABASE_URL");
  }
  const folder = prepareFolder(target);
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      removeFolder();
      process.exit(1);
    });
  }
  try {
    const size = await fill(folder, total, day);
    publishFolder(folder, target);
    console.log(`${total.toLocaleString("en-US")} permits in ${target}, ${size}, ${usedResources()}`);
  } catch (error) {
    removeFolder();
    throw error;
  }
}

/** Returns the number of permits, the day, if one is given, and the data folder. Throws the usage if one is wrong. */
function readArguments() {
  const { permits, today, into } = readOptions();
  const total = Number(permits);
  if (!Number.isSafeInteger(total) || total < 1) {
    throw new Error(`--permits must be a whole number of 1 or more. ${usage}`);
  }
  if (today !== undefined && !isCalendarDate(today)) {
    throw new Error(`--today must be a date such as 2026-11-21. ${usage}`);
  }
  return { total, day: today, target: resolve(into ?? (process.env.DATA_DIR || "data")) };
}

function readOptions() {
  const text = { type: "string" } as const;
  try {
    return parseArgs({ options: { permits: text, today: text, into: text } }).values;
  } catch (error) {
    throw new Error(`${(error as Error).message}. ${usage}`);
  }
}

async function fill(folder: string, total: number, day: string | undefined): Promise<string> {
  // The settings are read when the application is loaded.
  process.env.DATA_DIR = folder;
  const { closeDatabase } = await import("../app/platform/db/db.server");
  const { today } = await import("~/models/clock.server");
  const { databaseSize, seedVolume } = await import("~/seed/volume.server");
  try {
    await seedVolume(total, day ?? today(), console.log);
    return databaseSize();
  } finally {
    await closeDatabase();
  }
}

function usedResources(): string {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const seconds = ((userCPUTime + systemCPUTime) / 1e6).toFixed(1);
  return `in ${process.uptime().toFixed(1)} s with ${seconds} s of CPU and ${Math.round(maxRSS / 1024)} MB of memory`;
}

await seed().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
