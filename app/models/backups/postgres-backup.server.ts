import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { environmentWith } from "~/platform/env.server";
import { syncFile } from "~/platform/whole-file.server";
import { type FileOfRow, filesOfRows, toFileOfRow } from "../files/file-places.server";
import type { DatabaseBackup, Snapshot } from "./database-backup.server";

/** For PostgreSQL, with its own programs pg_dump, pg_restore and psql. */
export function postgresBackup(url: string): DatabaseBackup {
  const connected = <Result>(work: (client: pg.Client) => Promise<Result>) => whileConnected(url, work);
  return {
    engine: "postgresql",
    file: "redline.dump",
    readContents: () => connected(readFiles),
    copyTo: (path) => connected((client) => copySnapshot(client, url, path)),
    refuseInUse: () => connected(refuseInUse),
    hasData: () => connected(hasTables),
    replaceBy: (path) => replace(url, path),
  };
}

async function whileConnected<Result>(url: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function readFiles(client: pg.Client): Promise<FileOfRow[]> {
  const { rows } = await drizzle({ client, casing: "snake_case" }).execute<FileOfRow>(filesOfRows);
  return rows.map(toFileOfRow);
}

/** The dump and what is read here are of the same moment. */
async function copySnapshot(client: pg.Client, url: string, path: string): Promise<Snapshot> {
  await client.query("begin isolation level repeatable read, read only");
  const { rows } = await client.query<{ snapshot: string }>("select pg_export_snapshot() as snapshot");
  const options = ["--format=custom", "--no-owner", "--no-privileges", `--snapshot=${rows[0]?.snapshot}`];
  await run("pg_dump", [...options, `--file=${path}`], url);
  const applied = await client.query<{ hash: string }>("select hash from migrations");
  const contents = await readFiles(client);
  await client.query("commit");
  await syncFile(path);
  return { contents, migrations: applied.rows.map(({ hash }) => hash) };
}

/** Other programs may look at the database. */
async function refuseInUse(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and application_name like 'redline%' limit 1`,
  );
  if (rows.length > 0) throw new Error("Redline is running: stop all its servers first");
}

async function hasTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("select 1 from pg_tables where schemaname = 'public' limit 1");
  return rows.length > 0;
}

const removeAll = "drop schema public cascade; create schema public";

/** The first server that starts tells the database its data folder, which may be another one. */
const finish = "delete from public.installation where mark like 'data-folder %'; analyze";

/** All in one transaction. */
async function replace(url: string, path: string): Promise<undefined> {
  const statements = `${path}.sql`;
  try {
    await run(
      "pg_restore",
      ["--no-owner", "--no-privileges", "--no-comments", `--file=${statements}`, path],
      url,
    );
    const options = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"];
    await run(
      "psql",
      [...options, `--command=${removeAll}`, `--file=${statements}`, `--command=${finish}`],
      url,
    );
  } finally {
    await rm(statements, { force: true });
  }
}

/** The programs get the address in the environment, because all users of a machine can read arguments. */
function environmentOf(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const tls = {
    sslmode: "PGSSLMODE",
    sslrootcert: "PGSSLROOTCERT",
    sslcert: "PGSSLCERT",
    sslkey: "PGSSLKEY",
  };
  const values: Record<string, string | null> = {
    PGHOST: decodeURIComponent(hostname).replace(/^\[|\]$/g, ""),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...Object.fromEntries(Object.entries(tls).map(([name, variable]) => [variable, searchParams.get(name)])),
  };
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

async function run(program: string, options: string[], url: string): Promise<void> {
  const env = environmentWith(environmentOf(url));
  await promisify(execFile)(program, ["--no-password", ...options], { env }).catch(({ code, stderr }) => {
    if (code === "ENOENT") throw new Error(`${program} is not installed: it belongs to PostgreSQL's client`);
    throw new Error(`${program} failed: ${reasonIn(stderr) || `exit code ${code}`}`);
  });
}

/** The programs name the error first, then where it happened. */
function reasonIn(output: string): string | undefined {
  const lines = output.trim().split("\n");
  return (lines.find((line) => /\b(ERROR|FATAL|error):/.test(line)) ?? lines.at(-1))?.slice(0, 300);
}
