import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { signIn } from "../bench/request";
import { startFreshServer, startServer, type TestServer } from "../scripts/test-server";
import { startCommand, succeed } from "./backup-commands";
import { type BackupLoad, backupLoad } from "./backup-load";
import type { Fault } from "./fault";
import { differentTables, refuseOther, refuseUnequal, tableHashes } from "./restored-data";

/**
 * Backs up a server while 20 writes a second arrive, and restores that into an empty folder: it must have all that was
 * acknowledged before, and nothing later. Then backs up the idle server, whose restored data must have equal content.
 */
export const testBackups: Fault = async ({ rounds, random, log }) => {
  const server = await startFreshServer();
  const folder = mkdtempSync(join(tmpdir(), "redline-backups-"));
  const times: number[] = [];
  try {
    const load = await backupLoad(server, random);
    for (let round = 1; round <= rounds; round += 1) {
      const restored = (name: string) => join(folder, `${name}-${round}`);
      times.push(await backUpUnderLoad(server, load, folder, restored("under-load"), random));
      await backUpIdle(server, folder, restored("idle"));
      log(`${round} backups, ${load.acknowledged()} writes, the slowest ${slowest(times)} ms`);
      if (round === rounds) await serveRestored(restored("idle"), load);
      for (const name of ["under-load", "idle"]) rmSync(restored(name), { recursive: true });
    }
    return `${rounds} backups under ${load.acknowledged()} writes, in ${slowest(times)} ms at most; each was restored with all that was acknowledged before and nothing later, and one without load was equal in all tables and files`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await server.stop();
  }
};

const slowest = (times: number[]): number => Math.round(Math.max(...times));

const placeIn = (folder: string): string => join(folder, "backups");

/** Restores the newest backup into a new folder. */
const restore = (folder: string, target: string) => succeed(startCommand("restore", target, placeIn(folder)));

async function backUpUnderLoad(
  { dataFolder }: TestServer,
  load: BackupLoad,
  folder: string,
  target: string,
  random: () => number,
): Promise<number> {
  let [began, ended, time] = [0, 0, 0];
  await load.during(async () => {
    await pause(1000 + random() * 1000);
    began = performance.now();
    time = await succeed(startCommand("backup", dataFolder, placeIn(folder)));
    ended = performance.now();
    await pause(500);
  });
  await restore(folder, target);
  await refuseUnequal(target);
  await refuseOther(target, load, began, ended);
  return time;
}

const maxTries = 10;

/** The server's own work, such as sending emails, can change rows meanwhile: then another backup is made. */
async function backUpIdle({ dataFolder }: TestServer, folder: string, target: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const before = await tableHashes(dataFolder);
    await succeed(startCommand("backup", dataFolder, placeIn(folder)));
    const changed = differentTables(before, await tableHashes(dataFolder));
    if (changed.length > 0 && tries < maxTries) continue;
    await restore(folder, target);
    await refuseUnequal(target);
    const different = differentTables(before, await tableHashes(target));
    if (different.length > 0) throw new Error(`Other rows were restored: ${different}`);
    return;
  }
}

/** Starts a server on restored data, opens a permit and downloads a file. */
async function serveRestored(dataFolder: string, { permits, files }: BackupLoad): Promise<void> {
  const server = await startServer(dataFolder);
  try {
    const cookie = await signIn(server.url, "admin@demo.test");
    const read = async (path: string) => {
      const response = await fetch(`${server.url}${path}`, { headers: { cookie }, redirect: "manual" });
      if (response.status !== 200) throw new Error(`GET ${path} of restored data: ${response.status}`);
      return Buffer.from(await response.arrayBuffer());
    };
    const permit = permits.at(-1);
    if (!(await read(`/permits/${permit?.id}`)).includes(permit?.name ?? ""))
      throw new Error("The page of a restored permit does not name it");
    const file = files.findLast(({ removal }) => !removal);
    const bytes = await read(`/api/files/${file?.id}/download`);
    if (createHash("sha256").update(bytes).digest("hex") !== file?.hash)
      throw new Error(`${file?.name} was restored with another content`);
  } finally {
    await server.stop();
  }
}
