import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { BenchContext, Row } from "./bench";
import { cpuTimeWithChildren, watchChildren } from "./child-usage";
import { largest, median, megabytes, p99, short } from "./figures";
import { firstViewsOn, loadPicture, planSetOf, type Rows, upload } from "./plan-set-upload";
import { type BenchServer, runSteadily } from "./servers";

const sizes = { small: 24, large: 200 };
const gates = { cpuSeconds: 3, firstView: 10_000, memory: 1_200_000_000, p99: 500 };
const load = {
  names: ["administrator /permits", "administrator /permits/{permit}", "reviewer /"],
  perSecond: 20,
};

/** Uploads plan sets to a server, and measures what drawing them costs, and others meanwhile. */
export async function measureDrawing(
  server: BenchServer,
  rows: Rows,
  [permitOfSmall = 0, permitOfLarge = 0]: number[],
  log: BenchContext["log"],
): Promise<Row[]> {
  await upload(server, permitOfSmall, await planSetOf(sizes.small));
  await rows.whenIdle();
  const ofSmall = await cpuSecondsOf(server, permitOfSmall, sizes.small);
  log(`CPU seconds of ${sizes.small} sheets: ${ofSmall.map(short).join(" ")}`);

  const alone = p99(await runSteadily(server, { ...load, seconds: 5 }));
  const { firstView, memory, times, seconds, bytes } = await checkLargeSet(server, rows, permitOfLarge);
  const numbers = rows.numbersOf(permitOfLarge);
  log(`${numbers.filter((number) => number === null).length} of ${numbers.length} sheets have no number`);
  const ofLarge = await cpuSecondsOf(server, permitOfLarge, sizes.large);
  const worst = largest([...ofSmall, ...ofLarge]);
  const medianAndWorst = (values: number[]) =>
    `${median(values).toFixed(2)} s median, ${largest(values).toFixed(2)} s worst`;
  return [
    {
      what: "sheets: CPU of a sheet's thumbnail and first view",
      gate: `${gates.cpuSeconds} s`,
      measured: `${medianAndWorst(ofSmall)} of ${sizes.small} sheets; ${medianAndWorst(ofLarge)} of ${sizes.large}`,
      holds: worst <= gates.cpuSeconds,
    },
    {
      what: `sheets: from the upload of ${sizes.large} sheets to the first one's first view`,
      gate: `${gates.firstView / 1000} s`,
      measured: `${(firstView / 1000).toFixed(1)} s; all are checked and drawn in ${Math.round(seconds)} s (${megabytes(bytes)})`,
      holds: firstView <= gates.firstView,
    },
    {
      what: "sheets: memory of a render child, at most",
      gate: megabytes(gates.memory),
      measured: megabytes(memory),
      holds: memory <= gates.memory,
    },
    {
      what: `sheets: others' p99 while ${sizes.large} sheets are checked and drawn`,
      gate: `${gates.p99} ms`,
      measured: `${Math.round(p99(times))} ms; ${Math.round(alone)} ms alone`,
      holds: p99(times) <= gates.p99,
    },
  ];
}

/** Draws the pictures of each sheet again, one after another. */
async function cpuSecondsOf(server: BenchServer, permitId: number, sheets: number): Promise<number[]> {
  const views = await firstViewsOn(server, permitId);
  if (views.length !== sheets) throw new Error(`${views.length} sheets are shown, not ${sheets}`);
  await rm(join(server.dataFolder, "renditions"), { recursive: true });
  const seconds: number[] = [];
  for (const view of views) {
    const before = cpuTimeWithChildren(server.processId);
    await loadPicture(server, view);
    seconds.push((cpuTimeWithChildren(server.processId) - before) / 1000);
  }
  return seconds;
}

async function checkLargeSet(server: BenchServer, rows: Rows, permitId: number) {
  const set = await planSetOf(sizes.large);
  const stopWatching = watchChildren(server.processId);
  const times: number[] = [];
  let isDone = false;
  const others = (async () => {
    while (!isDone) times.push(...(await runSteadily(server, { ...load, seconds: 2 })));
  })();
  const start = performance.now();
  await upload(server, permitId, set);
  const firstView = await whenFirstView(server, permitId).then(() => performance.now() - start);
  await rows.whenIdle();
  const seconds = (performance.now() - start) / 1000;
  isDone = true;
  await others;
  return { firstView, seconds, times, memory: stopWatching(), bytes: set.length };
}

/** As somebody who loads the index again until it shows sheets, and opens the first one. */
async function whenFirstView(server: BenchServer, permitId: number): Promise<void> {
  for (;;) {
    const [first] = await firstViewsOn(server, permitId);
    if (first) return void (await loadPicture(server, first));
    await pause(250);
  }
}
