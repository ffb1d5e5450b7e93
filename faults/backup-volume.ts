import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { verifyBackup } from "../app/models/backups/restore.server";
import { startFreshServer } from "../scripts/test-server";
import { backupFolders, failure, refuseIncomplete, startCommand, succeed } from "./backup-commands";
import { backupLoad } from "./backup-load";
import type { Fault } from "./fault";
import { mountVolume } from "./mounted-volume";
import { differentTables, refuseUnsound, tableHashes } from "./restored-data";

/** In megabytes: all backups, and restored data with each former database. */
const size = 1024;

/** A backup writes the new contents and a database of this part of its size, or somewhat less. */
const mostLeft = 1.2;

/**
 * Makes backups and restores on a volume with too little room. Each must end with one line, leave all as it was, and succeed
 * once there is room.
 */
export const testBackupVolume: Fault = async ({ rounds, random, log }) => {
  const volume = mountVolume(size);
  const [place, restored] = [join(volume.folder, "backups"), join(volume.folder, "restored")];
  const server = await startFreshServer();
  const backUp = () => startCommand("backup", server.dataFolder, place);
  const restore = (...options: string[]) => startCommand("restore", restored, place, ...options);
  const failed = { backups: 0, restores: 0 };

  /** Fills the volume up to somewhat less than a command needs, and returns how it fails. */
  async function failureWhenFull(
    start: typeof backUp,
    what: keyof typeof failed,
  ): Promise<string | undefined> {
    const needed = statSync(join(server.dataFolder, "redline.db")).size;
    volume.fill(random() * mostLeft * needed);
    const line = await failure(start()).finally(volume.empty);
    if (line === undefined) return undefined;
    if (!/The disk of \S+ is full$/.test(line))
      throw new Error(`Another failure than of a full disk: ${line}`);
    failed[what] += 1;
    return line;
  }

  async function fillOnce(load: Awaited<ReturnType<typeof backupLoad>>): Promise<void> {
    const before = await backupFolders(place);
    await load.during(() => pause(3000));
    const hasFailed = await failureWhenFull(backUp, "backups");
    if (hasFailed && (await backupFolders(place)).length !== before.length)
      throw new Error("A backup that failed changed the others");
    await verifyBackup(before.at(-1) ?? "");
    await succeed(backUp());
    await refuseIncomplete(place);

    const former = await tableHashes(restored);
    if (await failureWhenFull(() => restore("--replace"), "restores")) {
      const changed = differentTables(former, await tableHashes(restored));
      if (changed.length > 0) throw new Error(`A restore that failed changed ${changed}`);
      await refuseUnsound(restored);
    }
    await succeed(restore("--replace"));
    await refuseUnsound(restored);
    await refuseIncomplete(restored);
  }

  try {
    const load = await backupLoad(server, random);
    await succeed(backUp());
    await succeed(restore());
    for (let round = 1; round <= rounds; round += 1) {
      await fillOnce(load);
      log(`${round} times full: ${failed.backups} backups and ${failed.restores} restores failed`);
    }
    if (failed.backups + failed.restores === 0) throw new Error("The volume was never full");
    return `${failed.backups} of ${rounds} backups and ${failed.restores} of ${rounds} restores had too little room: each said so in one line and changed nothing`;
  } finally {
    await server.stop();
    volume.remove();
  }
};
