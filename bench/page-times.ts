import type { BenchContext, Row } from "./bench";
import { countOf, largest, median, p99, short } from "./figures";
import { type BenchServer, startBenchServer, warmUp } from "./servers";

type Times = { name: string; of: number[][] };

/** The gates in milliseconds. */
const gates = { few: { median: 25, p99: 50 }, many: { median: 60, p99: 150 } };
const maxGrowth = 3;
/** Below this median, growth is not felt. */
const leastGrown = 10;

/** Measures how long every address takes with the permits of one firm and of ten, in turn. */
export async function measure({ folderOf, permits, large, ...context }: BenchContext): Promise<Row[]> {
  const few = await startBenchServer(await folderOf(permits));
  try {
    const many = await startBenchServer(await folderOf(large));
    try {
      return rowsOf(await measureAll([few, many], context), permits, large);
    } finally {
      await many.stop();
    }
  } finally {
    await few.stop();
  }
}

type Settings = Pick<BenchContext, "log" | "rounds" | "requests" | "isChosen">;

/** Requests every address of all servers, a share of the requests in each round. */
export async function measureAll(
  servers: BenchServer[],
  { log, rounds, requests, isChosen }: Settings,
): Promise<Times[]> {
  const [first] = servers;
  const names = (first?.addresses ?? [])
    .filter((address) => isChosen(address) && !address.isWhole)
    .map(({ name }) => name)
    .filter((name) => servers.every(({ addresses }) => addresses.some((address) => address.name === name)));
  for (const server of servers) await warmUp(server);
  const measured = names.map((name) => ({ name, of: servers.map(() => [] as number[]) }));
  for (let round = 1; round <= rounds; round += 1) {
    log(`Round ${round} of ${rounds}: ${names.length} addresses`);
    for (const { name, of } of measured) {
      for (const [index, server] of servers.entries()) {
        const [address] = server.named([name]);
        // The first request of a round fills caches that other addresses have emptied.
        if (address) await server.open(address);
        for (let count = 0; address && count < requests / rounds; count += 1)
          of[index]?.push((await server.open(address)).milliseconds);
      }
    }
  }
  return measured;
}

function rowsOf(measured: Times[], permits: number, large: number): Row[] {
  const growths = measured.map(({ name, of: [few = [], many = []] }) => ({
    name,
    growth: median(many) < leastGrown ? 1 : median(many) / median(few),
  }));
  const worst = growths.toSorted((first, second) => second.growth - first.growth)[0];
  const over = growths.filter(({ growth }) => growth > maxGrowth);
  return [
    rowOf(`any page with ${countOf(permits)} permits`, measured, 0, gates.few),
    rowOf(`any page with ${countOf(large)} permits`, measured, 1, gates.many),
    {
      what: `growth of a page from ${countOf(permits)} to ${countOf(large)} permits`,
      gate: `${maxGrowth} ×`,
      measured: `worst ${worst?.growth.toFixed(1)} × (\`${worst?.name}\`), median ${median(growths.map(({ growth }) => growth)).toFixed(2)} ×; ${over.length} of ${growths.length} addresses over${over.length > 0 ? `: ${namesOf(over)}` : ""}`,
      holds: over.length === 0,
    },
  ];
}

/** Returns the worst median and the worst 99th percentile of all addresses, on one of the servers. */
export function rowOf(
  what: string,
  measured: Times[],
  server: number,
  gate: { median: number; p99?: number },
): Row {
  const worstBy = (figure: (times: number[]) => number) =>
    measured
      .map(({ name, of }) => ({ name, value: figure(of[server] ?? []) }))
      .toSorted((first, second) => second.value - first.value)[0];
  const [slowest, longest] = [worstBy(median), worstBy(p99)];
  const over = measured.filter(
    ({ of }) =>
      median(of[server] ?? []) > gate.median ||
      p99(of[server] ?? []) > (gate.p99 ?? Number.POSITIVE_INFINITY),
  );
  const medians = largest([slowest?.value ?? 0]);
  return {
    what: `${what}: median / p99`,
    gate: gate.p99 === undefined ? `${gate.median} ms` : `${gate.median} / ${gate.p99} ms`,
    measured: `worst ${short(medians)} (\`${slowest?.name}\`) / ${short(longest?.value ?? 0)} ms (\`${longest?.name}\`); ${over.length} of ${measured.length} addresses over${over.length > 0 ? `: ${namesOf(over)}` : ""}`,
    holds: over.length === 0,
  };
}

const namesOf = (over: { name: string }[]) =>
  over
    .slice(0, 5)
    .map(({ name }) => `\`${name}\``)
    .join(", ");
