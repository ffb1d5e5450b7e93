import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { buildIfOutdated } from "../scripts/build-if-outdated.js";
import { copyData, deleteCopies } from "./data";

/** A figure of the results. `holds` is whether the gate holds, if there is one. */
export type Row = { what: string; gate?: string; measured: string; holds?: boolean };

/** What a measure gets. */
export type BenchContext = {
  /** Returns a data folder with this many permits, which the measure may change. */
  folderOf: (permits: number) => Promise<string>;
  log: (line: string) => void;
  /** How often to repeat a measurement, with its variants in turn. */
  rounds: number;
  /** How long a load lasts. */
  seconds: number;
  /** How often each address is requested. */
  requests: number;
  /** The permits of a large firm after ten years, and of ten such firms. */
  permits: number;
  large: number;
  /** Whether an address contains the text of `--only`. */
  isChosen: (address: { name: string }) => boolean;
};

type Measure = { measure: (context: BenchContext) => Promise<Row[]> };

/** The measures, in the order of the results. Each is loaded when it runs. */
const measures: Record<string, () => Promise<Measure>> = {
  "first-flight": () => import("./first-flight"),
  "slow-line": () => import("./slow-line"),
  "page-times": () => import("./page-times"),
  postgres: () => import("./postgres"),
  others: () => import("./while-busy"),
  "large-file": () => import("./large-file"),
  sheets: () => import("./sheets"),
  load: () => import("./load"),
  "pages-per-cpu-second": () => import("./pages-per-cpu-second"),
  "start-time": () => import("./start-time"),
  writes: () => import("./writes"),
  soak: () => import("./soak"),
};
/** Needs a PostgreSQL server and minutes to fill it, or lasts half an hour, so it runs only by its name. */
const onlyByName = ["postgres", "large-file", "sheets", "soak"];

const usage = `Usage: npm run bench -- [measure …] [--rounds 3] [--seconds 60] [--requests 30] [--permits 100000]
  [--large 1000000] [--only text]. The measures: ${Object.keys(measures).join(", ")}`;

const text = { type: "string" } as const;
const { values, positionals } = parseArgs({
  options: { rounds: text, seconds: text, requests: text, permits: text, large: text, only: text },
  allowPositionals: true,
});

function numberOf(name: Exclude<keyof typeof values, "only">, usual: number): number {
  const number = Number(values[name] ?? usual);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`--${name} is not a number.\n${usage}`);
  return number;
}

const log = (line: string) => console.log(`  ${line}`);
const contextOf = (): BenchContext => ({
  folderOf: (permits) => copyData(permits, log),
  log,
  rounds: numberOf("rounds", 3),
  seconds: numberOf("seconds", 60),
  requests: numberOf("requests", 30),
  permits: numberOf("permits", 100_000),
  large: numberOf("large", 1_000_000),
  isChosen: ({ name }) => name.includes(values.only ?? ""),
});

const file = "bench/results.md";
const lineOf = (cells: string[]): string => `| ${cells.join(" | ")} |`;
const verdictOf = ({ holds }: Row): string => (holds === undefined ? "" : holds ? "yes" : "**no**");
const output = (command: string, ...parameters: string[]): string =>
  spawnSync(command, parameters, { encoding: "utf8" }).stdout?.trim() ?? "";

/** Replaces the rows of the same names in the results, and keeps the others. */
function writeResults(rows: Row[]): void {
  const earlier = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const kept = earlier
    .filter((line) => line.startsWith("| ") && !/^\| (what|---) /.test(line))
    .map((line) => [line.split(" | ")[0]?.slice(2) ?? "", line] as const);
  const day = new Date().toISOString().slice(0, 10);
  const at = `${day}, ${output("git", "rev-parse", "--short", "HEAD")}`;
  const table = new Map(kept);
  for (const row of rows)
    table.set(row.what, lineOf([row.what, row.gate ?? "", row.measured, verdictOf(row), at]));
  const [processor] = cpus();
  const machine = `${processor?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node.js ${process.versions.node}`;
  const text = [
    "# Results of the benchmark",
    `\`npm run bench\` writes this file; [performance.md](../docs/performance.md) says what is measured. The latest machine: ${machine}.`,
    [
      lineOf(["what", "gate", "measured", "gate holds", "measured on"]),
      "| --- | --- | --- | --- | --- |",
      ...table.values(),
    ].join("\n"),
  ];
  writeFileSync(file, `${text.join("\n\n")}\n`);
}

async function bench(): Promise<void> {
  const unknown = positionals.filter((name) => !Object.hasOwn(measures, name));
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(", ")}.\n${usage}`);
  const usual = Object.keys(measures).filter((name) => !onlyByName.includes(name));
  const context = contextOf();
  buildIfOutdated();
  for (const name of positionals.length > 0 ? positionals : usual) {
    console.log(`\n== ${name}`);
    const start = performance.now();
    try {
      const rows = (await (await measures[name]?.())?.measure(context).finally(deleteCopies)) ?? [];
      writeResults(rows);
      for (const row of rows)
        log(`${row.what}: ${row.measured} (gate: ${row.gate ?? "none"}) ${verdictOf(row)}`);
    } catch (error) {
      console.error(`  ${name} failed: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
    log(`${((performance.now() - start) / 60_000).toFixed(1)} min`);
  }
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => deleteCopies().finally(() => process.exit(1)));
}
await bench().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
