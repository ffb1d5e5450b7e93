import { resolve } from "node:path";
import { type BenchServer, startBenchServer } from "./bench-server";
import { countOf, largest, median, milliseconds, p99, short } from "./figures";
import { type FilledAddress, isChosen } from "./filled-address";
import { options } from "./options";
import type { BenchContext, Row, Section } from "./part";
import { startWithRows } from "./postgres-data";
import { cpuTimeOf } from "./process-usage";
import { warmUp } from "./warm-up";

type Kind = "list" | "search" | "deep" | "other";

type Measured = {
  name: string;
  kind: Kind;
  times: number[];
  sqliteTimes: number[];
  /** The server's CPU time for one request, in milliseconds. */
  cpu: number;
  sqliteCpu: number;
};

/** The limits of the median, in milliseconds. */
const limits: Record<Kind, number> = { list: 25, other: 25, search: 50, deep: 50 };
/** How much more CPU a page may cost the server than with SQLite. */
const mostCpu = 1.5;
const warmUps = 5;
/** Node tells a process's CPU time in steps of 10 ms, so several requests are measured together. */
const requests = Math.max(20, Math.round(options.requests / 4));

/** Measures how long every address takes with many permits on PostgreSQL, and what it costs compared with SQLite. */
export async function measure({ folderOf, log }: BenchContext): Promise<Section> {
  const folder = await folderOf(options.large);
  const kept = resolve(process.env.BENCH_DATA ?? "data/bench", `postgres-${options.large}`);
  // Its start applies new migrations to kept data, before they are copied.
  const sqlite = await startBenchServer(folder);
  const stopped: { stop: () => Promise<void> }[] = [sqlite];
  try {
    const database = await startWithRows(folder, kept, log);
    stopped.unshift(database);
    const postgres = await startBenchServer(folder, { DATABASE_URL: database.database });
    stopped.unshift(postgres);
    return sectionOf(await measureAll(sqlite, postgres, log));
  } finally {
    for (const one of stopped) await one.stop();
  }
}

async function measureAll(sqlite: BenchServer, postgres: BenchServer, log: (line: string) => void) {
  const chosen = postgres.addresses.filter(isChosen).filter(({ gate }) => gate !== "whole");
  await warmUp(sqlite);
  await warmUp(postgres);
  const measured: Measured[] = [];
  for (const [index, address] of chosen.entries()) {
    if (index % 50 === 0) log(`${index} of ${chosen.length} addresses`);
    const ofSqlite = await measureAddress(sqlite, address);
    const { times, cpu } = await measureAddress(postgres, address);
    const { name } = address;
    measured.push({
      name,
      kind: kindOf(address),
      times,
      cpu,
      sqliteTimes: ofSqlite.times,
      sqliteCpu: ofSqlite.cpu,
    });
  }
  return measured;
}

async function measureAddress(server: BenchServer, address: FilledAddress) {
  for (let count = 0; count < warmUps; count += 1) await server.open(address);
  const before = cpuTimeOf(server.processId);
  const times: number[] = [];
  for (let count = 0; count < requests; count += 1) times.push((await server.open(address)).milliseconds);
  return { times, cpu: (cpuTimeOf(server.processId) - before) / requests };
}

function kindOf({ gate, path }: FilledAddress): Kind {
  if (gate === "deep") return "deep";
  if (/[?&](q|search)=[^&]/.test(path)) return "search";
  return path.includes("?") ? "list" : "other";
}

const holdsFor = ({ kind, times }: Measured): boolean => median(times) <= limits[kind];

function sectionOf(measured: Measured[]): Section {
  const slowestFirst = measured.toSorted((first, second) => median(second.times) - median(first.times));
  return {
    title: `PostgreSQL: ${countOf(options.large)} permits, ${requests} requests to each address`,
    columns: [
      "address",
      "kind",
      "median",
      "p99",
      "CPU",
      "median with SQLite",
      "CPU with SQLite",
      "gate holds",
    ],
    rows: slowestFirst.map((one) => [
      one.name,
      one.kind,
      milliseconds(median(one.times)),
      milliseconds(p99(one.times)),
      milliseconds(one.cpu),
      milliseconds(median(one.sqliteTimes)),
      milliseconds(one.sqliteCpu),
      holdsFor(one) ? "yes" : "no",
    ]),
    summary: [
      ...(["list", "search", "deep", "other"] as const).map((kind) => timesOf(kind, measured)),
      costOf(measured),
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
  const medians = ofKind.map(({ times }) => median(times));
  return {
    what: `PostgreSQL, ${names[kind]} at ${countOf(options.large)}: median`,
    gate: `${limits[kind]} ms`,
    measured: `worst ${short(largest(medians))} ms; ${ofKind.filter((one) => !holdsFor(one)).length} of ${ofKind.length} addresses over the gate`,
    holds: ofKind.every(holdsFor),
  };
}

function costOf(measured: Measured[]): Row {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const ratio = sum(measured.map(({ cpu }) => cpu)) / sum(measured.map(({ sqliteCpu }) => sqliteCpu));
  return {
    what: "PostgreSQL: the server's CPU a page, compared with SQLite",
    gate: `${mostCpu}×`,
    measured: `${ratio.toFixed(2)}× over all addresses`,
    holds: ratio <= mostCpu,
  };
}
