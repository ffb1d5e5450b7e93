import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { signIn } from "../bench/request";
import { startServer } from "../scripts/test-server";
import { addSet, childrenOf, refuseTorn, type StoredSet, storedSets, untilChecked } from "./checked-plans";
import type { Fault } from "./fault";

const permit = 1;

/**
 * Kills a server with SIGKILL while it checks, draws and compares plan sets, and starts it again: each set has none or all of
 * its sheets, every set is checked in the end, and no render child outlives its server.
 */
export const testCheckKills: Fault = async ({ rounds, random, log }) => {
  const dataFolder = mkdtempSync(join(tmpdir(), "redline-checks-"));
  const settings = { SESSION_SECRET: "a secret of a test that kills its servers" };
  let server = await startServer(dataFolder, settings);
  const sets = new Map<number, number>();
  try {
    const cookie = await signIn(server.url, "admin@demo.test");
    for (let round = 1; round <= rounds; round += 1) {
      const file = await addSet(server.url, cookie, permit, round);
      sets.set(file, round);
      await pause(random() * 1500);
      const children = childrenOf(server.processId);
      await server.kill();
      await untilGone(children);
      refuseTorn(readSets(dataFolder, file - sets.size), sets, false);
      server = await startServer(dataFolder, { ...settings, PORT: new URL(server.url).port });
      if (round % 20 === 0) log(`${round} kills`);
    }
    await untilChecked(() => readSets(dataFolder, Math.min(...sets.keys())), sets);
    return `${rounds} kills, ${sets.size} plan sets checked, none torn, and no child outlived its server`;
  } finally {
    await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
};

/** Throws if a process goes on for five seconds. */
async function untilGone(processIds: number[]): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    if (!processIds.some((id) => existsSync(`/proc/${id}`))) return;
    await pause(100);
  }
  throw new Error(`A render child outlives its server: ${processIds}`);
}

function readSets(dataFolder: string, first: number): StoredSet[] {
  const database = new Database(join(dataFolder, "redline.db"), { readonly: true });
  try {
    return database.prepare(`${storedSets}${Math.max(0, first)}`).all() as StoredSet[];
  } finally {
    database.close();
  }
}
