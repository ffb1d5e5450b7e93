import { buildIfOutdated } from "../scripts/build-if-outdated.js";
import { copyData, deleteCopies } from "./data";
import { commit, describeMachine } from "./machine";
import { options } from "./options";
import type { BenchContext, Row, Section } from "./part";
import { writeResults } from "./results";

type Part = { measure: (context: BenchContext) => Promise<Section> };

/** The parts, in the order of the results. Each is loaded when it runs. */
const parts: Record<string, () => Promise<Part>> = {
  cpu: () => import("./cpu"),
  wire: () => import("./wire"),
  pages: () => import("./pages"),
  statements: () => import("./statements"),
  load: () => import("./load"),
  others: () => import("./others"),
  uploads: () => import("./uploads"),
  letters: () => import("./letters"),
  writes: () => import("./writes"),
  start: () => import("./start"),
  memory: () => import("./memory"),
  postgres: () => import("./postgres"),
};

const order = Object.keys(parts);

function chosenParts(): string[] {
  const unknown = options.parts.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0)
    throw new Error(`Unknown part: ${unknown.join(", ")}. The parts: ${order.join(", ")}`);
  return options.parts.length > 0 ? order.filter((name) => options.parts.includes(name)) : order;
}

async function run(name: string): Promise<Section> {
  const part = await parts[name]?.();
  if (!part) throw new Error(`No part ${name}`);
  const log = (line: string) => console.log(`  ${line}`);
  const folderOf = (permits: number) => copyData(permits, log);
  return part.measure({ folderOf, log, rounds: options.rounds }).finally(deleteCopies);
}

const minutesSince = (start: number): string => `${((performance.now() - start) / 60_000).toFixed(1)} min`;

function print({ what, gate, measured, holds }: Row): void {
  const verdict = holds === undefined ? "" : holds ? " — the gate holds" : " — THE GATE DOES NOT HOLD";
  console.log(`  ${what}: ${measured}${gate ? ` (gate: ${gate})` : ""}${verdict}`);
}

async function bench(): Promise<void> {
  const names = chosenParts();
  console.log(`Measuring ${names.join(", ")}. The results go to bench/results.md.`);
  buildIfOutdated();
  const machine = describeMachine();
  for (const name of names) {
    console.log(`\n== ${name}`);
    const start = performance.now();
    try {
      const section = await run(name);
      const note = `Measured on ${new Date().toISOString().slice(0, 10)} at commit ${commit()}, in ${minutesSince(start)}.`;
      writeResults({ part: name, section, note }, machine, order);
      for (const row of section.summary) print(row);
    } catch (error) {
      console.error(`  ${name} failed: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
    console.log(`  ${minutesSince(start)}`);
  }
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => deleteCopies().finally(() => process.exit(1)));
}
await bench().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
