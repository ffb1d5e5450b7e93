import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { type BenchServer, startBenchServer } from "./bench-server";
import { largest, median, megabytes, milliseconds, p99, short } from "./figures";
import { options } from "./options";
import type { BenchContext, Section } from "./part";
import { memoryOf } from "./process-usage";
import { named, runSteadily, timesOf } from "./steady-load";

const files = 100;
const bytes = 10_000_000;
const perSecond = 20;
const gates = { memory: 200_000_000, p99: 500 };

type Sent = { statuses: number[]; milliseconds: number };
type Round = { memory: number; times: number[]; sent: Sent };

/** Measures many uploads at once: the server's memory, the pages of others, and the bytes per second. */
export async function measure({ folderOf, rounds, log }: BenchContext): Promise<Section> {
  const server = await startBenchServer(await folderOf(options.large));
  try {
    const results: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      log(`Round ${round + 1} of ${rounds}`);
      results.push(await measureRound(server));
      await pause(2000);
    }
    return sectionOf(results);
  } finally {
    await server.stop();
  }
}

async function measureRound(server: BenchServer): Promise<Round> {
  const others = named(server, ["reviewer /", "administrator /permits"]);
  await runSteadily(server, others, perSecond, (passed) => passed > 2);
  const idle = memoryOf(server.processId);
  const sizes: number[] = [];
  const sampling = setInterval(() => sizes.push(memoryOf(server.processId)), 50);
  const sender = new Worker(new URL("./upload-sender.js", import.meta.url), {
    workerData: {
      url: `${server.url}/api/permits/${server.values.ids.newestPermit}/files`,
      cookie: server.cookies.administrator,
      files,
      bytes,
    },
  });
  let sent: Sent | undefined;
  const isSent = once(sender, "message").then(([message]) => {
    sent = message as Sent;
  });
  const samples = await runSteadily(server, others, perSecond, () => sent !== undefined);
  await isSent;
  clearInterval(sampling);
  if (!sent || sent.statuses.some((status) => status !== 201)) {
    throw new Error(`An upload was refused: ${[...new Set(sent?.statuses)]}`);
  }
  return { memory: largest(sizes) - idle, times: timesOf(samples), sent };
}

const rateOf = ({ sent }: Round): number => (files * bytes) / 1000 / sent.milliseconds;

function sectionOf(results: Round[]): Section {
  const memory = median(results.map((round) => round.memory));
  const slow = median(results.map(({ times }) => p99(times)));
  const rate = median(results.map(rateOf));
  return {
    title: `Uploads: ${files} of ${megabytes(bytes)} at once`,
    columns: ["round", "memory over idle", "others' median", "others' p99", "MB per second"],
    rows: results.map((round, index) => [
      String(index + 1),
      megabytes(round.memory),
      milliseconds(median(round.times)),
      milliseconds(p99(round.times)),
      short(rateOf(round)),
    ]),
    summary: [
      {
        what: "100 uploads of 10 MB at once",
        gate: "200 MB, others' p99 under 500 ms",
        aim: "150 MB, 100 MB/s",
        measured: `${megabytes(memory)}, ${milliseconds(slow)}, ${short(rate)} MB/s`,
        holds: memory <= gates.memory && slow <= gates.p99,
      },
    ],
  };
}
