import { join } from "node:path";
import type { BenchContext, Row } from "./bench";
import { benchFolder } from "./data";
import { countOf } from "./figures";
import { measureAll, rowOf } from "./page-times";
import { startWithRows } from "./postgres-data";
import { startBenchServer } from "./servers";
import { writesTo } from "./writes";

/** Measures every address, and how many permits are created per second, with those of ten firms on PostgreSQL. */
export async function measure({ folderOf, large, ...context }: BenchContext): Promise<Row[]> {
  const folder = await folderOf(large);
  // Its start applies new migrations to kept data, before they are copied.
  await (await startBenchServer(folder)).stop();
  const database = await startWithRows(folder, join(benchFolder, `postgres-${large}`), context.log);
  try {
    const server = await startBenchServer(folder, { DATABASE_URL: database.database });
    try {
      const pages = await measureAll([server], context);
      return [
        rowOf(`any page with ${countOf(large)} permits on PostgreSQL`, pages, 0, { median: 100 }),
        await writesTo(server, { permits: large, database: "PostgreSQL", gate: 60 }, context),
      ];
    } finally {
      await server.stop();
    }
  } finally {
    await database.stop();
  }
}
