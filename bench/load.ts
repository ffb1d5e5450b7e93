import { setTimeout as pause } from "node:timers/promises";
import type { BenchContext, Row } from "./bench";
import { countOf, median, megabytes, p99 } from "./figures";
import { memoryOf } from "./process-usage";
import { officeMix, runSteadily, startBenchServer, warmUp } from "./servers";

const perSecond = 50;
const gates = { p99: 50, idle: 180_000_000, loaded: 300_000_000 };

/** Measures the time of a page, and the server's memory, under a steady load of what an office opens. */
export async function measure({ folderOf, log, permits, rounds, seconds }: BenchContext): Promise<Row[]> {
  const folder = await folderOf(permits);
  const measured: { idle: number; p99: number; loaded: number }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    log(`Round ${round} of ${rounds}: ${perSecond} requests per second for ${seconds} s`);
    const server = await startBenchServer(folder);
    try {
      await pause(5000);
      const idle = memoryOf(server.processId);
      await warmUp(server, 10);
      const times = await runSteadily(server, { names: officeMix, perSecond, seconds });
      measured.push({ idle, p99: p99(times), loaded: memoryOf(server.processId) });
    } finally {
      await server.stop();
    }
  }
  const of = (figure: "idle" | "p99" | "loaded") => median(measured.map((one) => one[figure]));
  return [
    {
      what: `p99 at ${perSecond} requests/s, ${countOf(permits)} permits`,
      gate: `${gates.p99} ms`,
      measured: `${Math.round(of("p99"))} ms`,
      holds: of("p99") <= gates.p99,
    },
    {
      what: `memory idle / after ${seconds} s of load`,
      gate: `${megabytes(gates.idle)} / ${megabytes(gates.loaded)}`,
      measured: `${megabytes(of("idle"))} / ${megabytes(of("loaded"))}`,
      holds: of("idle") <= gates.idle && of("loaded") <= gates.loaded,
    },
  ];
}
