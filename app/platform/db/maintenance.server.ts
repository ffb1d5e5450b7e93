import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { withoutWrites, writer } from "./db.server";
import { isPostgres } from "./dialect.server";
import { busyTimeout } from "./held-sqlite.server";
import { analysisLimit, publishStatistics, searchesOf, shadowTablesOf } from "./planner-statistics.server";

const program = `
  const { parentPort, workerData } = require("node:worker_threads");
  const Database = require("better-sqlite3");
  const database = new Database(workerData.file);
  for (const setting of workerData.settings) database.pragma(setting);
  const changes = database.prepare("SELECT total_changes()").pluck();
  const run = (text) => {
    const before = changes.get();
    const statement = database.prepare(text);
    const rows = statement.reader ? statement.all() : statement.run() && [];
    return { rows, changes: changes.get() - before };
  };
  parentPort.on("message", (text) => {
    try {
      parentPort.postMessage(run(text));
    } catch ({ message, code }) {
      parentPort.postMessage({ error: { message, code } });
    }
  });
`;
type Result = { rows: { optimize: string }[]; changes: number };
type Reply = [Result | { error: { message: string; code?: string } }];

const settings = [`busy_timeout = ${busyTimeout}`, "synchronous = FULL", `analysis_limit = ${analysisLimit}`];

/** Lists the tables that a new connection finds to have grown or shrunk (https://sqlite.org/pragma.html). */
const analysesDue = "PRAGMA optimize(0x10003)";
const commandTo = (search: string) => (name: string, value: number) =>
  `INSERT INTO ${search} (${search}, rank) VALUES ('${name}', ${value})`;

/** Works in a worker thread, since a step on a large table takes longer than a request may wait. */
export async function maintainDatabase(): Promise<void> {
  if (isPostgres) return;
  const worker = new Worker(program, { eval: true, workerData: { file: writer.name, settings } });
  const run = (statement: string): Promise<Result> =>
    withoutWrites(async () => {
      worker.postMessage(statement);
      const [reply] = (await once(worker, "message")) as Reply;
      if ("error" in reply) throw Object.assign(new Error(reply.error.message), reply.error);
      return reply;
    });
  try {
    const { rows } = await run(analysesDue);
    const excluded = shadowTablesOf(writer).map((name) => `ANALYZE "main"."${name}"`);
    const analyses = rows.map(({ optimize }) => optimize).filter((analysis) => !excluded.includes(analysis));
    for (const analysis of analyses) await run(analysis);
    await withoutWrites(async () => publishStatistics(writer, analyses.length > 0));
    for (const command of searchesOf(writer).map(commandTo)) {
      // A merge joins two segments, and not only four, because each takes time in every search.
      await run(command("usermerge", 2));
      // A step without work changes one row (https://sqlite.org/fts5.html, the 'merge' command).
      while ((await run(command("merge", 16))).changes > 1);
    }
  } finally {
    await worker.terminate();
  }
}
