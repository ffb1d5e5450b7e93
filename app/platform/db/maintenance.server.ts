import { yieldToEventLoop } from "./batches.server";
import { withoutWrites, writer } from "./db.server";
import { isPostgres } from "./dialect.server";
import { analysisLimit, publishStatistics, searchesOf, shadowTablesOf } from "./planner-statistics.server";

/** Lists the tables that a new connection finds to have grown or shrunk (https://sqlite.org/pragma.html). */
const analysesDue = "PRAGMA optimize(0x10003)";

const commandTo = (search: string) => (name: string, value: number) =>
  `INSERT INTO ${search} (${search}, rank) VALUES ('${name}', ${value})`;

/** Works in steps: requests and writes have their turn between them. */
export async function maintainDatabase(): Promise<void> {
  if (isPostgres) return;
  const analyses = await withoutWrites(listAnalyses);
  for (const analysis of analyses) await changedRows(analysis);
  await withoutWrites(() => publishStatistics(writer, analyses.length > 0));
  for (const command of searchesOf(writer).map(commandTo)) {
    // A merge joins two segments, and not only four, because each takes time in every search.
    await changedRows(command("usermerge", 2));
    // A step without work changes one row (https://sqlite.org/fts5.html, the 'merge' command).
    while ((await changedRows(command("merge", 16))) > 1);
  }
}

function listAnalyses(): string[] {
  writer.pragma(`analysis_limit = ${analysisLimit}`);
  const excluded = shadowTablesOf(writer).map((name) => `ANALYZE "main"."${name}"`);
  const due = writer.prepare(analysesDue).pluck().all() as string[];
  return due.filter((analysis) => !excluded.includes(analysis));
}

async function changedRows(statement: string): Promise<number> {
  await yieldToEventLoop();
  return withoutWrites(() => {
    const before = totalChanges();
    writer.exec(statement);
    return totalChanges() - before;
  });
}

const totalChanges = () => writer.prepare("SELECT total_changes()").pluck().get() as number;
