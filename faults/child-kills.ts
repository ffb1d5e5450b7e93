import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { signIn } from "../bench/request";
import { addSet, childrenOf, type StoredSet, storedSets, untilChecked } from "./checked-plans";
import type { Fault } from "./fault";

const permit = 1;

/**
 * Several servers check plan sets on one PostgreSQL database, while the render children of one of them are killed: every set
 * is checked once and completely, and the server starts new children. A page whose child is killed twice counts as
 * unreadable, so the next kill comes after the check.
 */
export const testChildKills: Fault = async ({ rounds, random, log, ...context }) => {
  const cluster = await context.cluster();
  const database = new pg.Client({ connectionString: cluster.database });
  await database.connect();
  const sets = new Map<number, number>();
  let killed = 0;
  try {
    const cookie = await signIn(cluster.url, "admin@demo.test");
    for (let round = 1; round <= rounds; round += 1) {
      const adding = cluster.servers.map(async ({ url }, index) => {
        const set = round * 10 + index;
        sets.set(await addSet(url, cookie, permit, set), set);
      });
      await pause(random() * 1000);
      const [server] = cluster.servers;
      for (const child of childrenOf(server?.processId ?? 0)) {
        process.kill(child, "SIGKILL");
        killed += 1;
      }
      await Promise.all(adding);
      const added = `${storedSets}${Math.min(...sets.keys())}`;
      await untilChecked(async () => (await database.query<StoredSet>(added)).rows, sets);
      if (round % 10 === 0) log(`${round} rounds, ${killed} children killed`);
    }
    return `${killed} children killed, ${sets.size} plan sets of ${cluster.servers.length} servers checked once and completely`;
  } finally {
    await database.end();
  }
};
