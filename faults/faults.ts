import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { randomFrom } from "../app/seed/demo-random";
import { buildIfOutdated } from "../scripts/build-if-outdated.js";
import { type Cluster, missingForCluster, startCluster } from "../scripts/cluster-servers";
import { freePort } from "../scripts/test-server";
import { testBackupKills } from "./backup-kills";
import { testBackupVolume } from "./backup-volume";
import { testBackups } from "./backups";
import { testCheckKills } from "./check-kills";
import { testChildKills } from "./child-kills";
import type { Fault } from "./fault";
import { testHangs } from "./hangs";
import { testHolds } from "./holds";
import { testKills } from "./kills";
import { testRestarts } from "./restarts";
import { unitTestsOf } from "./unit-tests";
import { testUploadKills } from "./upload-kills";
import { testVolume } from "./volume";
import { testWrites } from "./writes";

const runWrites: Fault = async ({ rounds, seed, log }) => {
  await testWrites({ rounds, seed, report: log });
  return "no write failed, no number twice, counters as counted again";
};

/** The faults, and how often each is done at full size. */
const faults: Record<string, { rounds: number; run: Fault; sharesCluster?: true }> = {
  kills: { rounds: 1000, run: testKills, sharesCluster: true },
  restarts: { rounds: 20, run: testRestarts, sharesCluster: true },
  hangs: { rounds: 10, run: testHangs, sharesCluster: true },
  volume: { rounds: 5, run: testVolume },
  backups: { rounds: 20, run: testBackups },
  "backup-kills": { rounds: 50, run: testBackupKills },
  "check-kills": { rounds: 100, run: testCheckKills },
  "child-kills": { rounds: 20, run: testChildKills, sharesCluster: true },
  "upload-kills": { rounds: 1000, run: testUploadKills },
  "backup-volume": { rounds: 10, run: testBackupVolume },
  holds: { rounds: 3, run: testHolds },
  writes: { rounds: 100, run: runWrites },
  mail: { rounds: 300, run: unitTestsOf("app/models/mail/mail-senders.server.test.ts", 300) },
  releases: { rounds: 100, run: unitTestsOf("app/models/letters/release-servers.server.test.ts", 100) },
  once: { rounds: 300, run: unitTestsOf("app/testing/several-servers.test.ts", 300) },
};

const usage = `Usage: npm run test:faults -- [${Object.keys(faults).join("|")} …] [--rounds 1000 | --percent 1] [--seed 1]`;
const { values, positionals } = parseArgs({
  options: { rounds: { type: "string" }, percent: { type: "string" }, seed: { type: "string" } },
  allowPositionals: true,
});
const names = positionals.length > 0 ? positionals : Object.keys(faults);
const share = Number(values.percent ?? 100) / 100;
const seed = Number(values.seed ?? randomInt(1_000_000));

// With CI, faults that need HAProxy fail without it.
const hasProxy = Boolean(process.env.CI) || !missingForCluster().includes("HAProxy");
let shared: Promise<Cluster> | undefined;

async function cluster(): Promise<Cluster> {
  shared ??= startCluster({ port: hasProxy ? await freePort() : undefined });
  return shared;
}

/** Stops the cluster if it was started; the next fault that shares one starts another. */
async function stopCluster(): Promise<void> {
  const running = await shared?.catch(() => undefined);
  shared = undefined;
  await running?.stop();
}

/** The message of an error of `fetch` has its reason in its cause. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause ? `${error.message}: ${messageOf(error.cause)}` : error.message;
}

buildIfOutdated();
for (const name of names) {
  const fault = faults[name];
  if (!fault) throw new Error(usage);
  if (!fault.sharesCluster) await stopCluster();
  const rounds = Number(values.rounds ?? Math.ceil(fault.rounds * share));
  console.log(`\n== ${name}: ${rounds} rounds, seed ${seed}`);
  const start = performance.now();
  const log = (line: string) => console.log(`  ${line}`);
  try {
    const found = await fault.run({ rounds, random: randomFrom(seed).fraction, seed, log, cluster });
    console.log(`  passed in ${Math.round((performance.now() - start) / 1000)} s: ${found}`);
  } catch (error) {
    console.log(`  FAILED: ${messageOf(error)}`);
    process.exitCode = 1;
    // A server of it may not run.
    await stopCluster();
  }
}
await stopCluster();
