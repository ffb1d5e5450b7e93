import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PageDifferences } from "../app/models/pdf/pdf-task";
import { itemAt } from "../app/seed/demo-random";
import type { BenchContext, Row } from "./bench";
import type { DenseSheet } from "./dense-sheet";
import { largest, median, megabytes } from "./figures";
import { drawSheets, sheetsOfFile, sheetsWithChanges, type Version } from "./planted-changes";
import { cpuTimeOf } from "./process-usage";
import { type Children, startChildren } from "./render-program";

/** In inches. */
const shifts = [0, 0.1, 0.2, 0.25, 0.5, -0.25, -0.5];
const unchanged = 100;

/** Finds the areas of sheets with one small change, and of sheets without any, wherever the drawing is on the page. */
export async function measureAreas(
  children: Children,
  folder: string,
  log: BenchContext["log"],
): Promise<Row[]> {
  const sheets = sheetsWithChanges();
  const changed = await differencesOf(children, folder, sheets, { isAfter: true });
  const missed = changed.filter(({ found }) => found.areas.length === 0);
  const others = changed.filter(({ found }) => found.areas.length > 1);
  for (const { sheet, shift } of missed) log(`No area: ${sheet.kind}, seed ${sheet.seed}, ${shift} in`);
  const same = await differencesOf(children, folder, sheets.slice(0, unchanged), { isAfter: false });
  const wrong = same.filter(({ found }) => found.areas.length > 0 || found.obstacle !== null);
  return [
    {
      what: `sheets: planted changes that a comparison finds, of ${sheets.length} at shifts to 0.5 in`,
      gate: "all",
      measured: `${sheets.length - missed.length}; ${others.length} have areas without a change`,
      holds: missed.length === 0,
    },
    {
      what: `sheets: areas on ${unchanged} unchanged sheets at shifts to 0.5 in`,
      gate: "0",
      measured: `on ${wrong.length} sheets`,
      holds: wrong.length === 0,
    },
    await measureUsage(folder, sheets.filter(({ width }) => width > 2000).slice(0, 20)),
  ];
}

type Compared = { sheet: DenseSheet; shift: number; found: PageDifferences };

/** Each file has another shift. */
async function differencesOf(
  children: Children,
  folder: string,
  sheets: DenseSheet[],
  version: Version,
): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (let start = 0; start < sheets.length; start += sheetsOfFile) {
    const some = sheets.slice(start, start + sheetsOfFile);
    const shift = itemAt(shifts, (start / sheetsOfFile) % shifts.length);
    const [earlier, later] = await drawBoth(folder, some, { ...version, shift: shift * 72 });
    const found = await Promise.all(
      some.map((_, page) => children.run(taskFor(earlier, later, page), order)),
    );
    compared.push(...found.map((one, index) => ({ sheet: itemAt(some, index), shift, found: one })));
  }
  return compared;
}

const order = { priority: 3 };

const taskFor = (earlier: string, later: string, page: number) =>
  ({ kind: "differences", earlier: { path: earlier, page }, later: { path: later, page } }) as const;

let files = 0;

/** A child keeps the last files open: each has a name of its own. */
async function drawBoth(folder: string, sheets: DenseSheet[], version: Version): Promise<[string, string]> {
  files += 1;
  const [earlier, later] = [
    join(folder, `areas-${files}-earlier.pdf`),
    join(folder, `areas-${files}-later.pdf`),
  ];
  await writeFile(earlier, await drawSheets(sheets, { isAfter: false }));
  await writeFile(later, await drawSheets(sheets, version));
  return [earlier, later];
}

/** Compares sheets of 36 × 24 in, one after the other in a child of their own. */
async function measureUsage(folder: string, sheets: DenseSheet[]): Promise<Row> {
  const [earlier, later] = await drawBoth(folder, sheets, { isAfter: true, shift: 14.3 });
  const child = startChildren(1);
  try {
    await child.run({ kind: "open", path: earlier }, order);
    const times: number[] = [];
    const processId = itemAt(child.pids(), 0);
    for (const page of sheets.keys()) {
      const before = cpuTimeOf(processId);
      await child.run(taskFor(earlier, later, page), order);
      times.push((cpuTimeOf(processId) - before) / 1000);
    }
    const bytes = peakOf(processId);
    return {
      what: "sheets: CPU and memory of a comparison of two dense sheets of 36 × 24 in",
      gate: "2.5 s, 380 MB",
      measured: `${median(times).toFixed(2)} s median, ${largest(times).toFixed(2)} s worst of ${times.length}; ${megabytes(bytes)}`,
      holds: largest(times) <= 2.5 && bytes <= 380_000_000,
    };
  } finally {
    child.stop();
  }
}

/** Linux only: the most memory that a process has had in RAM, in bytes. */
const peakOf = (processId: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, "utf8"))?.[1]) * 1024;
