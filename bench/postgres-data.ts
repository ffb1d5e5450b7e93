import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import pg from "pg";
import {
  createDatabase,
  type PostgresServer,
  runStatements,
  startPostgres,
} from "../scripts/postgres-server";
import { createdPrefix } from "./writes";

const database = "redline";

/** As a provider sets it for a machine of 8 GB that runs nothing else. */
const settings = {
  shared_buffers: "2GB",
  effective_cache_size: "6GB",
  work_mem: "32MB",
  maintenance_work_mem: "1GB",
  max_wal_size: "8GB",
  random_page_cost: 1.1,
  jit: "off",
};

/** Starts a server with the same rows as a data folder. The first time, it copies them, which takes minutes. */
export async function startWithRows(
  dataFolder: string,
  folder: string,
  log: (line: string) => void,
): Promise<PostgresServer & { database: string }> {
  if (!existsSync(join(folder, "data"))) {
    // Renamed when complete, so that data of an interrupted run are not used.
    const unfinished = `${folder}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    const copying = {
      ...settings,
      fsync: "off",
      full_page_writes: "off",
      wal_level: "minimal",
      max_wal_senders: 0,
    };
    const server = await startPostgres({ folder: unfinished, isDurable: true, settings: copying });
    try {
      await copyRows(join(dataFolder, "redline.db"), server.url, log);
    } finally {
      await server.stop();
    }
    await rename(unfinished, folder);
  }
  const server = await startPostgres({ folder, isDurable: true, settings });
  // Each measurement has a data folder of its own, and the rows of the first one.
  await runStatements(
    `${server.url}/${database}`,
    "delete from installation where mark like 'data-folder %'",
    `delete from permits where city_permit_number like '${createdPrefix}%'`,
  );
  return { ...server, database: `${server.url}/${database}` };
}

type Column = { table: string; name: string };

async function copyRows(file: string, server: string, log: (line: string) => void): Promise<void> {
  await runStatements(`${server}/postgres`, createDatabase(database));
  const url = `${server}/${database}`;
  const { migrate } = await import("../app/platform/db/migrate-postgres.server");
  await migrate(url, "drizzle/postgres");
  const client = new pg.Client({ connectionString: url });
  // When copying fails, the server ends before this connection, and only the first error is of use.
  client.on("error", () => undefined);
  await client.connect();
  const list = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows;
  const columns = await list<Column>(
    `select table_name as table, column_name as name from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER'
     and column_name not in ('issued_words', 'issued_city_id') order by table_name, ordinal_position`,
  );
  const indexes = await list<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public'
     and indexname not in (select conname from pg_constraint)`,
  );
  for (const { name } of indexes) await client.query(`drop index "${name}"`);
  const source = new Database(file, { readonly: true });
  const own = new Set(["migrations", "installation", "counter_changes"]);
  for (const [table, ofTable] of Map.groupBy(columns, (column) => column.table)) {
    if (own.has(table)) continue;
    const rows = await copyTable(
      source,
      url,
      table,
      ofTable.map(({ name }) => name),
    );
    log(`${table}: ${rows.toLocaleString("en-US")} rows`);
  }
  source.close();
  await client.query(
    `update corrections set issued_words = search_words, issued_city_id = city_id
     from permits where permits.id = permit_id and first_letter_id is not null`,
  );
  await client.query("insert into installation (mark) values ('demo')");
  for (const { definition } of indexes) await client.query(definition);
  const sequences = await list<{ table: string }>(
    "select table_name as table from information_schema.columns where table_schema = 'public' and is_identity = 'YES'",
  );
  for (const { table } of sequences) {
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), coalesce((select max(id) from ${table}), 0) + 1, false)`,
    );
  }
  await client.query("vacuum analyze");
  await client.end();
}

const escaped: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const textOf = (value: unknown): string =>
  value === null ? "\\N" : String(value).replace(/[\\\n\r\t]/g, (character) => escaped[character] ?? "");

/** Copies the rows of a table through psql, without triggers: the counters are rows too. Returns how many there are. */
async function copyTable(
  source: Database.Database,
  url: string,
  table: string,
  columns: string[],
): Promise<number> {
  const names = columns.map((name) => `"${name}"`).join(", ");
  const psql = spawn(
    "psql",
    ["-q", "-v", "ON_ERROR_STOP=1", "-c", `copy "${table}" (${names}) from stdin`, url],
    {
      env: { ...process.env, PGOPTIONS: "-c session_replication_role=replica" },
      stdio: ["pipe", "inherit", "inherit"],
    },
  );
  const exit = once(psql, "exit");
  let rows = 0;
  let part = "";
  for (const row of source.prepare(`select ${names} from "${table}"`).raw().iterate() as Iterable<
    unknown[]
  >) {
    part += `${row.map(textOf).join("\t")}\n`;
    rows += 1;
    if (part.length < 1_000_000) continue;
    if (!psql.stdin.write(part)) await once(psql.stdin, "drain");
    part = "";
  }
  psql.stdin.end(part);
  const [code] = await exit;
  if (code !== 0) throw new Error(`The rows of ${table} could not be copied`);
  return rows;
}
