import { readMigrationFiles } from "drizzle-orm/migrator";
import pg from "pg";
import { logLine, withoutValues } from "../log.server";
import { isDatabaseAway } from "./database-failure.server";

/** The advisory lock of a migrating server: several that start at once migrate once. */
const migrationLock = 81;

/** A migration sends its statements one right after another: only a server that hangs is idle for so long, in milliseconds. */
const maxIdleTime = 10_000;

type Kind = "compatible" | "breaking";
type Migration = { hash: string; sql: string[]; kind: Kind };

/** Reads the migrations. Each says in its first line what it is for the version before: `compatible` or `breaking`. */
function readMigrations(folder: string): Migration[] {
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash, sql }) => {
    const [, kind] = /^-- (compatible|breaking)\b/.exec(sql[0] ?? "") ?? [];
    if (!kind)
      throw new Error(`A migration in ${folder} does not begin with "-- compatible" or "-- breaking"`);
    return { hash, sql, kind: kind as Kind };
  });
}

/** Leaves a newer database alone if all that is newer is compatible. Throws an error of one line otherwise. */
export async function migrate(url: string, folder: string, idleTimeout = maxIdleTime): Promise<void> {
  const migrations = readMigrations(folder);
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: idleTimeout,
    application_name: "redline migration",
    keepAlive: true,
  });
  client.on("error", () => undefined);
  let isConnected = false;
  try {
    await client.connect();
    isConnected = true;
    await refuseUnusable(client);
    // In another isolation level, a server would not see what the one that it waited for has migrated.
    await client.query("begin isolation level read committed");
    await lockMigrations(client);
    await applyNew(client, migrations);
    await client.query("commit");
  } catch (error) {
    throw startFailure(error, new URL(url), isConnected);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function lockMigrations(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_xact_lock(${migrationLock}) as locked`,
  );
  if (rows[0]?.locked) return;
  logLine("Waiting for another server that is migrating the database");
  await client.query(`select pg_advisory_xact_lock(${migrationLock})`);
}

async function applyNew(client: pg.Client, migrations: Migration[]): Promise<void> {
  await client.query(
    "create table if not exists migrations (hash text primary key, kind text not null, applied_at text not null)",
  );
  const { rows: applied } = await client.query<{ hash: string; kind: Kind }>(
    "select hash, kind from migrations",
  );
  const known = new Set(migrations.map(({ hash }) => hash));
  const newer = applied.filter(({ hash }) => !known.has(hash));
  if (newer.some(({ kind }) => kind !== "compatible")) {
    throw new Error("The database belongs to a newer version");
  }
  if (newer.length > 0)
    logLine(`The database is ${newer.length} compatible migrations newer than this version`);
  const seen = new Set(applied.map(({ hash }) => hash));
  for (const { hash, sql, kind } of migrations.filter(({ hash }) => !seen.has(hash))) {
    for (const statement of sql) await client.query(statement);
    await client.query("insert into migrations (hash, kind, applied_at) values ($1, $2, $3)", [
      hash,
      kind,
      new Date().toISOString(),
    ]);
  }
}

const oldestVersion = 15;

const providers: Record<string, string> = { c: "libc", i: "ICU", b: "builtin" };

async function refuseUnusable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<
    Record<"version" | "encoding" | "collation" | "ctype" | "provider", string>
  >(
    `select current_setting('server_version_num') as version, pg_encoding_to_char(encoding) as encoding,
      datcollate as collation, datctype as ctype, datlocprovider as provider
      from pg_database where datname = current_database()`,
  );
  const [found] = rows;
  if (!found) throw new Error("The database does not exist");
  const version = Math.trunc(Number(found.version) / 10_000);
  if (version < oldestVersion) {
    throw new Error(`The database is PostgreSQL ${version}: ${oldestVersion} or newer is needed`);
  }
  const isRight =
    found.encoding === "UTF8" &&
    found.provider === "c" &&
    ["C", "POSIX"].includes(found.collation) &&
    /\.utf-?8$/i.test(found.ctype);
  if (!isRight) {
    throw new Error(
      `The database has the locale provider ${providers[found.provider] ?? found.provider}, the encoding ${found.encoding}, ` +
        `the collation ${found.collation} and the character type ${found.ctype}. ` +
        "Create it with: createdb --template=template0 --encoding=UTF8 --locale-provider=libc --lc-collate=C --lc-ctype=C.UTF-8",
    );
  }
}

/** Of one line, without the password of the address. */
function startFailure(error: unknown, { host, pathname, username }: URL, wasConnected: boolean): Error {
  const { code = "", message } = withoutValues(error) as Error & { code?: string };
  const name = `The database ${pathname.slice(1)} at ${host}`;
  // pg's own error for an address without a password has no code.
  if (["28P01", "28000"].includes(code) || message.startsWith("SASL"))
    return new Error(`${name} refuses the user ${username}: check DATABASE_URL`);
  if (code === "3D000") return new Error(`${name} does not exist`);
  if (["0A000", "58P01"].includes(code) && message.includes("extension")) {
    return new Error(`${name} lacks an extension: install PostgreSQL's contrib package (${message})`);
  }
  if (code === "42501") return new Error(`${name} allows the user ${username} too little: ${message}`);
  if (!wasConnected || isDatabaseAway(error))
    return new Error(`${name} cannot be reached: ${message || code}`);
  return new Error(code ? `Migration failed, the database is unchanged: ${message}` : message);
}
