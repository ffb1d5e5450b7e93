import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { contentFolders } from "../app/models/backups/content-copy.server";
import { verifyBackup } from "../app/models/backups/restore.server";
import { partEnd } from "../app/platform/whole-file.server";
import { startFreshServer } from "../scripts/test-server";
import { backupFolders, type Command, refuseIncomplete, startCommand, succeed } from "./backup-commands";
import { backupLoad } from "./backup-load";
import type { Fault } from "./fault";
import { differentTables, refuseUnsound, type TableHashes, tableHashes } from "./restored-data";

/**
 * Kills a backup under load at a random point: the former backups must stay whole, and the next one removes what is left. In
 * turn kills a restore over data: its folder must have either the former or the restored database, whole.
 */
export const testBackupKills: Fault = async ({ rounds, random, log }) => {
  const server = await startFreshServer();
  const folder = mkdtempSync(join(tmpdir(), "redline-backups-"));
  try {
    const load = await backupLoad(server, random);
    const backups = await backupsToKill(server.dataFolder, join(folder, "backups"), random);
    const restores = await restoresToKill(join(folder, "backups"), join(folder, "restored"), random);
    await load.during(async () => {
      for (let round = 1; round <= rounds; round += 1) {
        await backups.killOne();
        if (round % 2 === 1) await restores.killOne();
        log(`${round} backups killed: ${backups.found()}; restores: ${restores.found()}`);
      }
    });
    return `${rounds} backups killed under ${load.acknowledged()} writes (${backups.found()}), each earlier one whole; restores over data killed (${restores.found()}), each left one of both databases whole`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await server.stop();
  }
};

/** How long a command ran before it wrote, and then until its end, in milliseconds. */
type Times = { before: number; writing: number };

/** Waits until a command writes, or ends. Returns how long that took, in milliseconds. */
async function untilWriting({ outcome }: Command, isWriting: () => boolean): Promise<number> {
  const start = performance.now();
  let isRunning = true;
  const ending = outcome.finally(() => {
    isRunning = false;
  });
  ending.catch(() => undefined);
  while (isRunning && !isWriting()) await pause(2);
  return performance.now() - start;
}

async function timesOf(command: Command, isWriting: () => boolean): Promise<Times> {
  const before = await untilWriting(command, isWriting);
  return { before, writing: (await succeed(command)) - before };
}

/** One in so many is killed at any point, the others while they write. */
const killedAnywhere = 5;

async function killDuring(
  command: Command,
  isWriting: () => boolean,
  { before, writing }: Times,
  random: () => number,
): Promise<void> {
  if (random() < 1 / killedAnywhere) await pause(random() * (before + writing));
  else {
    await untilWriting(command, isWriting);
    await pause(random() * writing);
  }
  command.kill();
  await command.outcome;
}

const holdsIncomplete = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(partEnd));

async function backupsToKill(dataFolder: string, place: string, random: () => number) {
  const start = () => startCommand("backup", dataFolder, place);
  const hasIncomplete = () => holdsIncomplete(place);
  let times = await timesOf(start(), hasIncomplete);
  let [killed, complete, incomplete] = [0, 0, 0];

  async function killOne(): Promise<void> {
    const before = await backupFolders(place);
    await killDuring(start(), hasIncomplete, times, random);
    const after = await backupFolders(place);
    const added = after.length - before.length;
    if (before.some((folder, index) => after[index] !== folder) || added > 1)
      throw new Error(`A killed backup left other backups: ${after}`);
    killed += 1;
    complete += added;
    if (hasIncomplete()) incomplete += 1;
    for (const folder of after.slice(before.length - 1)) await verifyBackup(folder);
    times = await timesOf(start(), hasIncomplete);
    await refuseIncomplete(place);
  }

  const found = () => `${incomplete} of ${killed} left something incomplete, ${complete} a whole one`;
  return { killOne, found };
}

async function restoresToKill(place: string, dataFolder: string, random: () => number) {
  const start = (...options: string[]) => startCommand("restore", dataFolder, place, ...options);
  const folders = ["", ...contentFolders].map((name) => join(dataFolder, name));
  const hasIncomplete = () => folders.some(holdsIncomplete);
  let times = await timesOf(start(), hasIncomplete);
  let [killed, replaced, incomplete] = [0, 0, 0];

  async function killOne(): Promise<void> {
    const newest = (await backupFolders(place)).at(-1) ?? "";
    const [former, restored] = [await tableHashes(dataFolder), await tableHashes(newest)];
    await killDuring(start("--replace"), hasIncomplete, times, random);
    killed += 1;
    if (hasIncomplete()) incomplete += 1;
    await refuseUnsound(dataFolder);
    const found = await tableHashes(dataFolder);
    if (isEqual(found, restored)) replaced += 1;
    else if (!isEqual(found, former)) throw new Error("A killed restore left another database");
    times = await timesOf(start("--replace"), hasIncomplete);
    if (!isEqual(await tableHashes(dataFolder), restored)) throw new Error("Another database was restored");
    await refuseUnsound(dataFolder);
    await refuseIncomplete(dataFolder);
    removeReplaced();
  }

  function removeReplaced(): void {
    const names = readdirSync(dataFolder).filter((name) => name.startsWith("replaced-"));
    for (const name of names) rmSync(join(dataFolder, name), { recursive: true });
  }

  const found = () =>
    `${incomplete} of ${killed} left something incomplete, ${replaced} the restored database`;
  return { killOne, found };
}

const isEqual = (one: TableHashes, other: TableHashes): boolean => differentTables(one, other).length === 0;
