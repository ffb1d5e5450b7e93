import { existsSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { readMigrationFiles } from "drizzle-orm/migrator";
import pg from "pg";
import { type Finding, ok, problem, reasonOf, warning } from "./doctor-finding";

type Applied = { hashes: string[]; version: string };

/** Reads which migrations a database has, and changes nothing. */
export async function checkDatabase(
  dataFolder: string,
  url: string | undefined,
  migrations: string,
): Promise<Finding[]> {
  const about = "Database";
  try {
    const applied = url === undefined ? readSqlite(dataFolder) : await readPostgres(url);
    if (!applied) return [warning(about, "There is none yet", "The first start of Redline creates it.")];
    const known = new Set(readMigrationFiles({ migrationsFolder: migrations }).map(({ hash }) => hash));
    const unknown = applied.hashes.filter((hash) => !known.has(hash)).length;
    if (unknown > 0)
      return [
        problem(
          about,
          "It belongs to a newer version of Redline",
          "Install that version, or restore the backup of this one.",
        ),
      ];
    const missing = known.size - applied.hashes.length;
    return [
      ok(
        about,
        missing > 0 ? `${applied.version}; the next start changes it to this version` : applied.version,
      ),
    ];
  } catch (error) {
    return [
      problem(
        about,
        reasonOf(error),
        url === undefined
          ? "If the permissions are right, restore a backup."
          : "Check DATABASE_URL, and whether PostgreSQL runs.",
      ),
    ];
  }
}

function readSqlite(dataFolder: string): Applied | undefined {
  const file = join(dataFolder, "redline.db");
  if (!existsSync(file)) return undefined;
  const database = new BetterSqlite(file, { readonly: true });
  try {
    const version = `SQLite ${database.prepare("select sqlite_version()").pluck().get()}`;
    return { version, hashes: database.prepare("select hash from migrations").pluck().all() as string[] };
  } finally {
    database.close();
  }
}

async function readPostgres(connectionString: string): Promise<Applied | undefined> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query(
      "select current_setting('server_version') as version, to_regclass('migrations') as found",
    );
    if (rows[0]?.found === null) return undefined;
    const applied = await client.query<{ hash: string }>("select hash from migrations");
    return { version: `PostgreSQL ${rows[0]?.version}`, hashes: applied.rows.map(({ hash }) => hash) };
  } finally {
    await client.end();
  }
}
