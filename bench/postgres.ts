import { join } from "node:path";
import { type BenchServer, startBenchServer } from "./bench-server";
import { benchFolder } from "./data";
import { countOf, largest, median, milliseconds, p99, short } from "./figures";
import { type FilledAddress, isChosen } from "./filled-address";
import { options } from "./options";
import type { BenchContext, Row, Section } from "./part";
import { startWithRows } from "./postgres-data";
import { cpuTimeDuring } from "./process-usage";
import { warmUp } from "./warm-up";

type Kind = "list" | "search" | "deep" | "other";

/** What an address took on a server, in milliseconds. */
type Taken = {
  times: number[];
  /** The server's CPU time for one request, of each group of requests. */
  cpu: number[];
};

type Measured = { name: string; kind: Kind; postgres: Taken; sqlite: Taken };

/** The limits of the median, in milliseconds. */
const limits: Record<Kind, number> = { list: 25, other: 25, search: 50, deep: 50 };
/** How much more CPU all addresses may cost the server than with SQLite. */
const mostCpu = 1.5;
/** The CPU time in milliseconds from which the ratio of a single address says something. */
const leastCpu = 2;
const worst = 10;
const warmUps = 5;
/** The requests to an address are measured in groups, so that one garbage collection does not decide its ratio. */
const groups = 5;
const requestsOfGroup = Math.max(4, Math.round(options.requests / 4 / groups));

/** Measures how long every address takes with many permits on PostgreSQL, and what it costs compared with SQLite. */
export async function measure({ folderOf, log }: BenchContext): Promise<Section> {
  const folder = await folderOf(options.large);
  const kept = join(benchFolder, `postgres-${options.large}`);
  // Its start applies new migrations to kept data, before they are copied.
  const sqlite = await startBenchServer(folder);
  const stopped: { stop: () => Promise<void> }[] = [sqlite];
  try {
    const database = await startWithRows(folder, kept, log);
    stopped.unshift(database);
    const postgres = await startBenchServer(folder, { DATABASE_URL: database.database });
    stopped.unshift(postgres);
    return sectionOf(await measureAll({ sqlite, postgres }, log));
  } finally {
    for (const one of stopped) await one.stop();
  }
}

type Servers = { sqlite: BenchServer; postgres: BenchServer };

async function measureAll(servers: Servers, log: (line: string) => void) {
  const { sqlite, postgres } = servers;
  const chosen = postgres.addresses.filter(isChosen).filter(({ gate }) => gate !== "whole");
  await warmUp(sqlite);
  await warmUp(postgres);
  const measured: Measured[] = [];
  for (const [index, address] of chosen.entries()) {
    if (index % 50 === 0) log(`${index} of ${chosen.length} addresses`);
    measured.push({ name: address.name, kind: kindOf(address), ...(await measureAddress(servers, address)) });
  }
  return measured;
}

async function measureAddress({ sqlite, postgres }: Servers, address: FilledAddress) {
  const taken = { sqlite: { times: [], cpu: [] } as Taken, postgres: { times: [], cpu: [] } as Taken };
  for (const server of [sqlite, postgres])
    for (let count = 0; count < warmUps; count += 1) await server.open(address);
  for (let group = 0; group < groups; group += 1) {
    await measureGroup(sqlite, address, taken.sqlite);
    await measureGroup(postgres, address, taken.postgres);
  }
  return taken;
}

async function measureGroup(server: BenchServer, address: FilledAddress, { times, cpu }: Taken) {
  const used = await cpuTimeDuring(server.processId, async () => {
    for (let count = 0; count < requestsOfGroup; count += 1)
      times.push((await server.open(address)).milliseconds);
  });
  cpu.push(used / requestsOfGroup);
}

function kindOf({ gate, path }: FilledAddress): Kind {
  if (gate === "deep") return "deep";
  if (/[?&](q|search)=[^&]/.test(path)) return "search";
  return path.includes("?") ? "list" : "other";
}

const timeOf = ({ times }: Taken): number => median(times);
const cpuOf = ({ cpu }: Taken): number => median(cpu);
const ratioOf = ({ postgres, sqlite }: Measured): number => cpuOf(postgres) / cpuOf(sqlite);
const asRatio = (ratio: number): string => `${ratio.toFixed(2)}×`;

const holdsFor = ({ kind, postgres }: Measured): boolean => timeOf(postgres) <= limits[kind];

function sectionOf(measured: Measured[]): Section {
  const slowestFirst = measured.toSorted((first, second) => timeOf(second.postgres) - timeOf(first.postgres));
  return {
    title: `PostgreSQL: ${countOf(options.large)} permits, ${groups * requestsOfGroup} requests to each address`,
    columns: [
      "address",
      "kind",
      "median",
      "p99",
      "CPU",
      "median with SQLite",
      "CPU with SQLite",
      "ratio of CPU",
      "gate holds",
    ],
    rows: slowestFirst.map((one) => [
      one.name,
      one.kind,
      milliseconds(timeOf(one.postgres)),
      milliseconds(p99(one.postgres.times)),
      milliseconds(cpuOf(one.postgres)),
      milliseconds(timeOf(one.sqlite)),
      milliseconds(cpuOf(one.sqlite)),
      asRatio(ratioOf(one)),
      holdsFor(one) ? "yes" : "no",
    ]),
    summary: [
      ...(["list", "search", "deep", "other"] as const).map((kind) => timesOf(kind, measured)),
      ...costsOf(measured),
    ],
  };
}

const names: Record<Kind, string> = {
  list: "lists, filters and sorts",
  search: "searches",
  deep: "pages more than 1,000 pages from both ends",
  other: "other pages",
};

function timesOf(kind: Kind, measured: Measured[]): Row {
  const ofKind = measured.filter((one) => one.kind === kind);
  const medians = ofKind.map(({ postgres }) => timeOf(postgres));
  return {
    what: `PostgreSQL, ${names[kind]} at ${countOf(options.large)}: median`,
    gate: `${limits[kind]} ms`,
    measured: `worst ${short(largest(medians))} ms; ${ofKind.filter((one) => !holdsFor(one)).length} of ${ofKind.length} addresses over the gate`,
    holds: ofKind.every(holdsFor),
  };
}

function costsOf(measured: Measured[]): Row[] {
  const sum = (taken: Taken[]) => taken.flatMap(({ cpu }) => cpu).reduce((total, cpu) => total + cpu, 0);
  const ratio = sum(measured.map(({ postgres }) => postgres)) / sum(measured.map(({ sqlite }) => sqlite));
  const worstFirst = measured
    .filter(({ postgres }) => cpuOf(postgres) > leastCpu)
    .toSorted((first, second) => ratioOf(second) - ratioOf(first));
  const above = worstFirst.filter((one) => ratioOf(one) > mostCpu);
  return [
    {
      what: "PostgreSQL: the server's CPU for all addresses together, compared with SQLite",
      gate: `${mostCpu}×`,
      measured: `${asRatio(ratio)}; the median of the addresses ${asRatio(median(measured.map(ratioOf)))}`,
      holds: ratio <= mostCpu,
    },
    {
      what: `PostgreSQL: addresses that cost the server more than ${leastCpu} ms, and above ${mostCpu}× the CPU of SQLite`,
      measured: `${above.length} of ${worstFirst.length}`,
    },
    {
      what: `PostgreSQL: the ${worst} highest ratios of CPU for addresses of more than ${leastCpu} ms`,
      measured: worstFirst
        .slice(0, worst)
        .map((one) => `${one.name} ${asRatio(ratioOf(one))} (${milliseconds(cpuOf(one.postgres))})`)
        .join("; "),
    },
  ];
}
