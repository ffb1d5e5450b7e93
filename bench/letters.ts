import { resolve } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { LetterContent } from "~/models/letters/letter";
import type { Drawing } from "~/models/letters/letter-pdf-drawing.server";
import { partsOf, startLetterProgram } from "~/models/letters/letter-program.server";
import { letterWorkers } from "~/models/letters/letter-workers.server";
import { makeLongLetter } from "~/testing/letter-samples";
import { largest, median, megabytes, milliseconds, short } from "./figures";
import type { BenchContext, Row, Section } from "./part";

/** The worker of the build, as `npm start` has it. */
const program = pathToFileURL(resolve("build/server/assets/letter-pdf.worker.js"));

const shareAtLimits = 0.05;
const idleSeconds = 2;
const timeLimit = 60_000;

/** Gates in milliseconds, of the CPU time or of the time that passes. */
type Letter = { name: string; content: LetterContent; of: "cpu" | "time"; gate: number };

const letters: Letter[] = [
  { name: "70 corrections", content: makeLongLetter(70, shareAtLimits), of: "cpu", gate: 1000 },
  { name: "800 corrections", content: makeLongLetter(800, shareAtLimits), of: "cpu", gate: 2000 },
  { name: "250 corrections at their limits", content: makeLongLetter(250, 1), of: "time", gate: 30_000 },
  { name: "800 corrections at their limits", content: makeLongLetter(800, 1), of: "time", gate: 30_000 },
];

type Sample = { cpu: number; time: number; block: number; bytes: number };
type Measured = Letter & { samples: Sample[] };

/** Measures how long letters take in a worker that is started for each, and how long they hold up the main thread. */
export async function measure({ rounds, log }: BenchContext): Promise<Section> {
  const idle: number[] = [];
  const measured: Measured[] = letters.map((letter) => ({ ...letter, samples: [] }));
  for (let round = 0; round < rounds; round += 1) {
    log(`Round ${round + 1} of ${rounds}`);
    idle.push((await longestBlock(() => pause(idleSeconds * 1000))).block);
    for (const letter of measured) letter.samples.push(await drawAlone(letter));
  }
  return sectionOf(measured, median(idle));
}

async function drawAlone({ content }: Letter): Promise<Sample> {
  const start = () => startLetterProgram(program);
  // The worker ends right after the letter.
  const run = letterWorkers<Drawing, Uint8Array>({ start, timeLimit, idleTime: 0 });
  const usage = process.cpuUsage();
  const { result, time, block } = await longestBlock(async () => {
    const parts = await partsOf(content);
    const transferred = parts.map(({ buffer }) => buffer);
    return run({ content: parts, logo: null, isDraft: false }, transferred);
  });
  const { user, system } = process.cpuUsage(usage);
  return { cpu: (user + system) / 1000, time, block, bytes: result.length };
}

/** Returns the longest time in which a task does not let other work in, in milliseconds, and the time that it takes. */
async function longestBlock<Result>(task: () => Promise<Result>) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  // The first delay is not counted.
  await pause(50);
  delays.reset();
  await pause(5);
  const start = performance.now();
  const result = await task();
  const time = performance.now() - start;
  await pause(20);
  delays.disable();
  return { result, time, block: delays.max / 1_000_000 };
}

const figureOf = (key: "cpu" | "time" | "block", { samples }: Measured): number =>
  median(samples.map((sample) => sample[key]));

const seconds = (value: number): string => `${(value / 1000).toFixed(2)} s`;

function sectionOf(measured: Measured[], idle: number): Section {
  return {
    title: "Letters: PDFs drawn by a worker that is started for each",
    columns: ["letter", "CPU time", "time", "longest block of the main thread", "PDF"],
    rows: [
      ["none", "", "", milliseconds(idle), ""],
      ...measured.map((letter) => [
        letter.name,
        seconds(figureOf("cpu", letter)),
        seconds(figureOf("time", letter)),
        milliseconds(figureOf("block", letter)),
        sizeOf(letter),
      ]),
    ],
    summary: [...measured.map(letterRow), blockRow(measured, idle)],
  };
}

const sizeOf = ({ samples: [sample] }: Measured): string => megabytes(sample?.bytes ?? 0);

function letterRow(letter: Measured): Row {
  const { name, of, gate } = letter;
  const value = figureOf(of, letter);
  return {
    what: `letter of ${name}${of === "cpu" ? ": CPU time" : ""}`,
    gate: seconds(gate),
    measured: `${seconds(value)}; ${sizeOf(letter)}`,
    holds: value <= gate,
  };
}

const mostBlocked = 50;

function blockRow(measured: Measured[], idle: number): Row {
  const block = largest(measured.map((letter) => figureOf("block", letter))) - idle;
  return {
    what: "longest block of the main thread by a letter, less an idle run",
    gate: `${mostBlocked} ms`,
    measured: `${short(block)} ms`,
    holds: block <= mostBlocked,
  };
}
