import { startBenchServer } from "./bench-server";
import { countOf, largest, median, milliseconds, p99, short } from "./figures";
import { mix } from "./mix";
import { options } from "./options";
import type { BenchContext, Section } from "./part";
import { cpuTimeOf } from "./process-usage";
import { named, runSteadily, timesOf } from "./steady-load";
import { warmUp } from "./warm-up";

const perSecond = 50;
const gate = 50;

/** Measures a steady load of many addresses with many permits. */
export async function measure({ folderOf, log }: BenchContext): Promise<Section> {
  const server = await startBenchServer(await folderOf(options.large));
  try {
    const addresses = named(server, mix);
    await warmUp(server);
    log(`${perSecond} requests per second for ${options.seconds} s`);
    const before = { cpu: cpuTimeOf(server.processId), time: performance.now() };
    const samples = await runSteadily(server, addresses, perSecond, (passed) => passed > options.seconds);
    const share = (cpuTimeOf(server.processId) - before.cpu) / (performance.now() - before.time);
    const byName = Map.groupBy(samples, ({ address }) => address.name);
    const all = p99(timesOf(samples));
    return {
      title: `Load: ${perSecond} requests per second for ${options.seconds} s`,
      columns: ["address", "requests", "median", "p99", "longest"],
      rows: [["all", samples] as const, ...byName].map(([name, some]) => [
        name,
        String(some.length),
        ...[median, p99, largest].map((figure) => milliseconds(figure(timesOf([...some])))),
      ]),
      summary: [
        {
          what: `p99 at 50 requests/s, ${countOf(options.large)} permits with all that belongs to them`,
          gate: `${gate} ms`,
          aim: "25 ms",
          measured: `${milliseconds(all)}, with ${short(share * 100)} % of one core`,
          holds: all <= gate,
        },
      ],
    };
  } finally {
    await server.stop();
  }
}
