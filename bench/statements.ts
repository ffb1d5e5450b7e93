import { readFileSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import Database from "better-sqlite3";
import { startBenchServer } from "./bench-server";
import { countOf, largest, median, milliseconds, short } from "./figures";
import { isChosen } from "./filled-address";
import { options } from "./options";
import type { BenchContext, Section } from "./part";

const requests = 3;
const slowest = 10;
const gate = 8;

type Execution = { sql: string; values: unknown[]; milliseconds: number };
/** The slowest execution of a statement, in the address that ran it. */
type Slow = Execution & { address: string };

/** Measures every statement that every address executes, and explains the slowest. */
export async function measure({ folderOf, log }: BenchContext): Promise<Section> {
  const folder = await folderOf(options.large);
  const file = join(tmpdir(), `redline-statements-${process.pid}.log`);
  const preload = pathToFileURL(resolve("bench/statement-log.js")).href;
  const server = await startBenchServer(folder, { STATEMENT_LOG: file, NODE_OPTIONS: `--import=${preload}` });
  const slow = new Map<string, Slow>();
  const counts = new Map<string, number>();
  try {
    const addresses = server.addresses.filter(isChosen).filter(({ gate }) => gate !== "whole");
    for (const [index, address] of addresses.entries()) {
      if (index % 100 === 0) log(`${index} of ${addresses.length} addresses`);
      const executions: Execution[][] = [];
      for (let count = 0; count < requests; count += 1) {
        truncateSync(file);
        await server.open(address);
        executions.push(executionsIn(file));
      }
      // A task of the server can run during a request, but hardly during all of them.
      counts.set(address.name, Math.min(...executions.map((some) => some.filter(isRead).length)));
      for (const execution of typical(executions)) keepSlowest(slow, { ...execution, address: address.name });
    }
  } finally {
    await server.stop();
    rmSync(file, { force: true });
  }
  return sectionOf([...slow.values()], counts, folder);
}

const isRead = ({ sql }: Execution): boolean => /^\W*(select|with)\b/i.test(sql);

const executionsIn = (file: string): Execution[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Execution);

/** The executions of the last request, each with its median time, since every request executes the same ones. */
const typical = (executions: Execution[][]): Execution[] =>
  (executions.at(-1) ?? []).map((execution, index) => ({
    ...execution,
    milliseconds: median(executions.map((ofRequest) => ofRequest[index]?.milliseconds ?? 0)),
  }));

function keepSlowest(slow: Map<string, Slow>, execution: Slow): void {
  const known = slow.get(execution.sql);
  if (!known || known.milliseconds < execution.milliseconds) slow.set(execution.sql, execution);
}

function planOf(database: Database.Database, { sql, values }: Execution): string {
  const rows = database.prepare(`explain query plan ${sql}`).all(...values) as { detail: string }[];
  return rows.map(({ detail }) => detail).join("; ");
}

function sectionOf(statements: Slow[], counts: Map<string, number>, folder: string): Section {
  const database = new Database(join(folder, "redline.db"), { readonly: true });
  const ten = statements
    .toSorted((first, second) => second.milliseconds - first.milliseconds)
    .slice(0, slowest);
  const rows = ten.map((statement) => [
    milliseconds(statement.milliseconds),
    statement.address,
    `\`${statement.sql}\``,
    planOf(database, statement),
  ]);
  database.close();
  const most = largest([...counts.values()]);
  const [address = ""] = [...counts].find(([, count]) => count === most) ?? [];
  const over = [...counts.values()].filter((count) => count > gate).length;
  return {
    title: `The ${slowest} slowest statements with ${countOf(options.large)} permits`,
    columns: ["time", "the slowest address", "statement", "plan"],
    rows,
    summary: [
      {
        what: "statements a page",
        gate: String(gate),
        aim: "4",
        measured: `most ${most} (${address}), median ${short(median([...counts.values()]))}; ${over} of ${counts.size} addresses over the gate`,
        holds: most <= gate,
      },
    ],
  };
}
