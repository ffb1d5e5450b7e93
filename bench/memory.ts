import { setTimeout as pause } from "node:timers/promises";
import { startBenchServer } from "./bench-server";
import { largest, megabytes } from "./figures";
import { mix } from "./mix";
import { options } from "./options";
import type { BenchContext, Section } from "./part";
import { memoryOf } from "./process-usage";
import { named, runSteadily } from "./steady-load";

const perSecond = 50;
const gates = { idle: 120_000_000, loaded: 220_000_000 };
const settleSeconds = 5;

/** Measures the memory of the server after its start, and during and after a steady load. */
export async function measure({ folderOf, log }: BenchContext): Promise<Section> {
  const server = await startBenchServer(await folderOf(options.large));
  const sizes: number[] = [];
  const sampling = setInterval(() => sizes.push(memoryOf(server.processId)), 250);
  try {
    await pause(settleSeconds * 1000);
    const idle = memoryOf(server.processId);
    log(`${perSecond} requests per second for ${options.seconds} s`);
    await runSteadily(server, named(server, mix), perSecond, (passed) => passed > options.seconds);
    const loaded = memoryOf(server.processId);
    const most = largest(sizes);
    return {
      title: "Memory of the server",
      columns: ["when", "resident memory"],
      rows: [
        ["idle, after signing in three users", megabytes(idle)],
        ["at most", megabytes(most)],
        [`after ${options.seconds} s of load`, megabytes(loaded)],
      ],
      summary: [
        {
          what: "memory idle / after 60 s of load",
          gate: "120 / 220 MB",
          aim: "80 / 150 MB",
          measured: `${megabytes(idle)} / ${megabytes(loaded)}`,
          holds: idle <= gates.idle && loaded <= gates.loaded,
        },
      ],
    };
  } finally {
    clearInterval(sampling);
    await server.stop();
  }
}
