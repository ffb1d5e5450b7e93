import { type BenchServer, startBenchServer } from "./bench-server";
import { countOf, largest, median, milliseconds, p99, short } from "./figures";
import { type FilledAddress, type Gate, isChosen, limits } from "./filled-address";
import { options } from "./options";
import type { BenchContext, Row, Section } from "./part";
import { cpuTimeOf } from "./process-usage";
import { warmUp } from "./warm-up";

type Measured = {
  name: string;
  gate: Gate;
  small: number[];
  large: number[];
  hasMoreRows?: boolean;
  /** The server's CPU time for one request to the large data, in milliseconds. */
  cpu: number;
};

const warmUps = 3;
/** The gates are those of many permits; few permits need only a median. */
const requestsForEachOfFew = 4;

/** Measures how long every address takes with few and with many permits, the two servers in turn. */
export async function measure({ folderOf, log }: BenchContext): Promise<Section> {
  const small = await startBenchServer(await folderOf(options.small));
  try {
    const large = await startBenchServer(await folderOf(options.large));
    try {
      return sectionOf(await measureAll(small, large, log));
    } finally {
      await large.stop();
    }
  } finally {
    await small.stop();
  }
}

async function measureAll(small: BenchServer, large: BenchServer, log: (line: string) => void) {
  const inSmall = new Map(small.addresses.map((address) => [address.name, address]));
  const pairs = large.addresses
    .filter(isChosen)
    .filter(({ gate }) => gate !== "whole")
    .flatMap((address) => {
      const other = inSmall.get(address.name);
      return other ? [{ address, other }] : [];
    });
  await Promise.all([small, large].map(warmUp));
  log("Warmed up");
  const measured: Measured[] = [];
  for (const [index, { address, other }] of pairs.entries()) {
    if (index % 50 === 0) log(`${index} of ${pairs.length} addresses`);
    measured.push(await measureAddress({ small, large, address, other }));
  }
  return measured;
}

type Pair = { small: BenchServer; large: BenchServer; address: FilledAddress; other: FilledAddress };

async function measureAddress({ small, large, address, other }: Pair): Promise<Measured> {
  for (let count = 0; count < warmUps; count += 1) {
    await small.open(other);
    await large.open(address);
  }
  const before = cpuTimeOf(large.processId);
  const times = { small: [] as number[], large: [] as number[] };
  for (let count = 0; count < options.requests; count += 1) {
    if (count % requestsForEachOfFew === 0) times.small.push((await small.open(other)).milliseconds);
    times.large.push((await large.open(address)).milliseconds);
  }
  const cpu = (cpuTimeOf(large.processId) - before) / options.requests;
  const { name, gate, hasMoreRows } = address;
  return { name, gate, hasMoreRows, cpu, ...times };
}

const growthOf = ({ small, large }: Measured): number => median(large) / median(small);

/** Whether growth has a limit: the page has as many rows with few permits. */
const isComparable = ({ gate, hasMoreRows }: Measured): boolean => gate === "page" && !hasMoreRows;

function sectionOf(measured: Measured[]): Section {
  const slowestFirst = measured.toSorted((first, second) => median(second.large) - median(first.large));
  const [few, many] = [options.small, options.large].map(countOf);
  return {
    title: `Pages: ${few} and ${many} permits, ${options.requests} requests to each address with ${many}, a quarter of that with ${few}`,
    columns: [
      "address",
      "kind",
      `median at ${few}`,
      `p99 at ${few}`,
      `median at ${many}`,
      `p99 at ${many}`,
      "CPU",
      "growth",
      "gate holds",
    ],
    rows: slowestFirst.map((one) => [
      one.name,
      one.gate,
      ...[one.small, one.large].flatMap((times) => [milliseconds(median(times)), milliseconds(p99(times))]),
      milliseconds(one.cpu),
      growthOf(one).toFixed(2),
      holdsFor(one) ? "yes" : "no",
    ]),
    summary: [...summaryOf("page", measured), ...summaryOf("deep", measured), ...growthRows(measured)],
  };
}

const maximumGrowth = 2;

function holdsFor(one: Measured): boolean {
  const limit = limits[one.gate as keyof typeof limits];
  const isFast = median(one.large) <= limit.median && p99(one.large) <= limit.p99;
  return isFast && (!isComparable(one) || growthOf(one) <= maximumGrowth);
}

function summaryOf(gate: "page" | "deep", measured: Measured[]): Row[] {
  const ofGate = measured.filter((one) => one.gate === gate);
  if (ofGate.length === 0) return [];
  const medians = ofGate.map(({ large }) => median(large));
  const slow = ofGate.map(({ large }) => p99(large));
  const limit = limits[gate];
  const isWithin =
    medians.every((value) => value <= limit.median) && slow.every((value) => value <= limit.p99);
  const what =
    gate === "page"
      ? `any page, filter, sort, search at ${countOf(options.large)}: median / p99 of ${options.requests}`
      : `pages more than 1,000 pages from both ends: median / p99 of ${options.requests}`;
  return [
    {
      what,
      gate: `${limit.median} / ${limit.p99} ms`,
      aim: gate === "page" ? "10 / 25 ms" : undefined,
      measured: `worst ${short(largest(medians))} / ${short(largest(slow))}; ${ofGate.filter((one) => !holdsFor(one)).length} of ${ofGate.length} addresses over a gate`,
      holds: isWithin,
    },
  ];
}

function growthRows(measured: Measured[]): Row[] {
  const growths = measured.filter(isComparable).map(growthOf);
  if (growths.length === 0) return [];
  return [
    {
      what: `growth from ${countOf(options.small)} to ${countOf(options.large)}, of pages with as many rows`,
      gate: `${maximumGrowth}×`,
      aim: "1.3×",
      measured: `worst ${largest(growths).toFixed(1)}×, median ${median(growths).toFixed(2)}×`,
      holds: growths.every((growth) => growth <= maximumGrowth),
    },
  ];
}
