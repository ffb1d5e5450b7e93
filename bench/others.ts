import { Worker } from "node:worker_threads";
import { type BenchServer, startBenchServer } from "./bench-server";
import { largest, median, megabytes, milliseconds, p99, short } from "./figures";
import { type FilledAddress, isChosen } from "./filled-address";
import { options } from "./options";
import type { BenchContext, Section } from "./part";
import { named, runSteadily, timesOf } from "./steady-load";

const perSecond = 20;
/** How long others are measured for each reading: for 200 requests, and until the list has arrived, if it does. */
const seconds = { least: 10, most: 20 };
const gate = 50;

type Reading = { name: string; times: number[]; finished: Finished[] };
type Finished = { status: number; bytes: number; milliseconds: number };

/** Measures how long the pages of others take while one reader reads all rows of something. */
export async function measure({ folderOf, log }: BenchContext): Promise<Section> {
  const server = await startBenchServer(await folderOf(options.large));
  try {
    const others = named(server, ["reviewer /", "administrator /permits"]);
    for (let count = 0; count < 50; count += 1) await openAll(server, others);
    const alone = await runSteadily(server, others, perSecond, (passed) => passed > seconds.least);
    const readings: Reading[] = [];
    for (const address of server.addresses.filter(isChosen).filter(({ gate }) => gate === "whole")) {
      log(address.name);
      readings.push(await measureDuring(server, others, address));
    }
    return sectionOf(timesOf(alone), readings);
  } finally {
    await server.stop();
  }
}

const openAll = (server: BenchServer, others: FilledAddress[]) =>
  Promise.all(others.map((address) => server.open(address)));

async function measureDuring(server: BenchServer, others: FilledAddress[], address: FilledAddress) {
  const finished: Finished[] = [];
  const headers = {
    cookie: server.cookies[address.visitor],
    // Programs that read the API seldom accept compressed responses, browsers always do.
    "accept-encoding": address.path.startsWith("/api") ? "identity" : "br",
  };
  const reader = new Worker(new URL("./whole-reader.js", import.meta.url), {
    workerData: { url: `${server.url}${address.path}`, headers },
  });
  reader.on("message", (message: Finished) => finished.push(message));
  const samples = await runSteadily(
    server,
    others,
    perSecond,
    (passed) => passed > seconds.most || (passed > seconds.least && finished.length > 0),
  );
  await reader.terminate();
  if (finished.some(({ status }) => status !== 200)) throw new Error(`${address.name} was refused`);
  return { name: address.name, times: timesOf(samples), finished };
}

function sectionOf(alone: number[], readings: Reading[]): Section {
  const worst = readings.map(({ times }) => p99(times));
  return {
    title: `Others, while one reader reads all rows: their pages at ${perSecond} requests per second`,
    columns: ["what is read", "it takes", "size", "others' median", "others' p99", "others' longest"],
    rows: [
      ["nothing", "", "", ...timesOfOthers(alone)],
      ...readings
        .toSorted((first, second) => p99(second.times) - p99(first.times))
        .map(({ name, times, finished: [first] }) => [
          name,
          first ? `${short(first.milliseconds / 1000)} s` : `over ${seconds.most} s`,
          first ? megabytes(first.bytes) : "",
          ...timesOfOthers(times),
        ]),
    ],
    summary: [
      {
        what: "others' p99 while somebody reads a whole list",
        gate: `${gate} ms`,
        aim: "25 ms",
        measured: `worst ${milliseconds(largest(worst))}; ${milliseconds(p99(alone))} with no reader`,
        holds: worst.every((value) => value <= gate),
      },
    ],
  };
}

const timesOfOthers = (times: number[]): string[] =>
  [median(times), p99(times), largest(times)].map(milliseconds);
