import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import Database from "better-sqlite3";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { getTableName } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import * as tables from "~/models/tables.server";
import { allTables } from "~/testing/database";
import { migrationsBefore } from "~/testing/earlier-version";
import { newFolder, newPostgresDatabase } from "~/testing/new-database";
import {
  createDatabase,
  type PostgresServer,
  runStatements,
  startPostgres,
} from "../../../scripts/postgres-server";
import { env } from "../env.server";
import { isPostgres } from "./dialect.server";
import { migrate } from "./migrate-postgres.server";
import { migrate as migrateSqlite } from "./migrate-sqlite.server";

const folder = "drizzle/postgres";

const empty = "template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'";

/** Creates a folder of migrations in the format of drizzle-kit. */
function migrationsOf(...migrations: string[]): string {
  const created = mkdtempSync(join(newFolder(), "migrations-"));
  mkdirSync(join(created, "meta"));
  const entries = migrations.map((text, index) => {
    const tag = `000${index}_test`;
    writeFileSync(join(created, `${tag}.sql`), text);
    return { idx: index, version: "7", when: 1_795_220_240_000 + index, tag, breakpoints: true };
  });
  const journal = JSON.stringify({ version: "7", dialect: "postgresql", entries });
  writeFileSync(join(created, "meta/_journal.json"), journal);
  return created;
}

const first = "-- breaking\ncreate table parents (id bigint primary key)";
const second = "-- compatible\ncreate table children (id bigint primary key)";

async function rowsIn<Row>(url: string, query: string): Promise<Row[]> {
  const [result] = await runStatements(url, query);
  return result?.rows ?? [];
}

const tablesIn = async (url: string) =>
  (
    await rowsIn<{ name: string }>(
      url,
      "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
    )
  ).map(({ name }) => name);

const kindsIn = async (url: string) =>
  (await rowsIn<{ kind: string }>(url, "select kind from migrations order by applied_at, kind")).map(
    ({ kind }) => kind,
  );

const failureOf = (url: string, migrations = folder): Promise<string> =>
  migrate(url, migrations).then(
    () => "migrated",
    (error: Error) => error.message,
  );

let lines: string[];

beforeEach(() => {
  lines = [];
  vi.spyOn(console, "warn").mockImplementation((line) => void lines.push(line));
  return () => vi.restoreAllMocks();
});

describe.runIf(isPostgres)("migrations of PostgreSQL", () => {
  test("are applied once, and a later version applies only its new ones", async () => {
    const url = await newPostgresDatabase(empty);
    await migrate(url, migrationsOf(first));
    await migrate(url, migrationsOf(first, second));
    await migrate(url, migrationsOf(first, second));
    expect(await tablesIn(url)).toEqual(["children", "migrations", "parents"]);
    expect(await kindsIn(url)).toEqual(["breaking", "compatible"]);
    expect(lines).toEqual([]);
  });

  test.each(["read committed", "repeatable read"])(
    "are applied once by three servers that start at once, with the level %s",
    async (level) => {
      const url = await newPostgresDatabase(empty);
      const name = new URL(url).pathname.slice(1);
      await runStatements(url, `alter database "${name}" set default_transaction_isolation = '${level}'`);
      const migrations = migrationsOf(first, `${second};\n--> statement-breakpoint\nselect pg_sleep(0.1)`);
      await Promise.all([1, 2, 3].map(() => migrate(url, migrations)));
      expect(await kindsIn(url)).toEqual(["breaking", "compatible"]);
    },
  );

  test("leave nothing if one of them fails, and name the reason in one line", async () => {
    const url = await newPostgresDatabase(empty);
    const broken = `${second};\n--> statement-breakpoint\ninsert into parents values (null)`;
    const message = await failureOf(url, migrationsOf(first, broken));
    expect(message).toMatch(/^Migration failed, the database is unchanged: null value in column "id"/);
    expect(message).not.toContain("\n");
    expect(await tablesIn(url)).toEqual([]);
  });

  test("that fail because of a value do not show it", async () => {
    const url = await newPostgresDatabase(empty);
    const broken = `${second};\n--> statement-breakpoint\nselect cast('ann@city.test' as bigint)`;
    expect(await failureOf(url, migrationsOf(first, broken))).toBe(
      "Migration failed, the database is unchanged: The database refused a value (22P02)",
    );
  });

  const waiting = expect.stringMatching(/^\S+ Waiting for another server that is migrating the database$/);

  test("wait for those of another server, with one line", async () => {
    const url = await newPostgresDatabase(empty);
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query("begin");
    await other.query("select pg_advisory_xact_lock(81)");
    const migrated = migrate(url, migrationsOf(first));
    await vi.waitFor(() => expect(lines).toEqual([waiting]), 20_000);
    expect(await tablesIn(url)).toEqual([]);
    await other.query("commit");
    await migrated;
    await other.end();
    expect(await kindsIn(url)).toEqual(["breaking"]);
    expect(lines).toHaveLength(1);
  });

  test("of a server that hangs are taken back after a while, and another server applies them", async () => {
    const url = await newPostgresDatabase(empty);
    const migrations = migrationsOf(first);
    const { prototype } = pg.Client;
    const { query } = prototype;
    const [hanging, hangsNow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hang = vi.spyOn(prototype, "query").mockImplementation(async function (
      this: pg.Client,
      ...values: unknown[]
    ) {
      if (String(values[0]).startsWith("insert into migrations")) {
        hangsNow.resolve();
        await hanging.promise;
      }
      return Reflect.apply(query, this, values);
    } as typeof query);
    const hung = migrate(url, migrations, 500).catch((error: Error) => error.message);
    await hangsNow.promise;
    hang.mockRestore();
    await migrate(url, migrations);
    expect(lines).toEqual([waiting]);
    expect(await kindsIn(url)).toEqual(["breaking"]);
    hanging.resolve();
    expect(await hung).toMatch(/^The database \w+ at \S+ cannot be reached: /);
  });

  test("give an email that no mail server has sent a status of its own, and count it there", async () => {
    const url = await newPostgresDatabase(empty);
    await migrate(url, migrationsBefore("email_failures"));
    await runStatements(
      url,
      `insert into mail_outbox (to_address, subject, plain_text, html, status, last_error, created_at, sent_at) values
        ('', '1', '', '', 'sent', 'Not sent: no mail server; the message is in the outbox folder', '', ''),
        ('', '2', '', '', 'sent', null, '', '')`,
    );
    await migrate(url, folder);
    expect(await rowsIn(url, "select status, last_error, sent_at from mail_outbox order by subject")).toEqual(
      [
        { status: "no_mail_server", last_error: null, sent_at: null },
        { status: "sent", last_error: null, sent_at: "" },
      ],
    );
    expect(
      await rowsIn(url, "select status, emails from mail_counts where emails <> 0 order by status"),
    ).toEqual([
      { status: "no_mail_server", emails: 1 },
      { status: "sent", emails: 1 },
    ]);
  });

  test("must say what they are for the version before", async () => {
    const url = await newPostgresDatabase(empty);
    expect(await failureOf(url, migrationsOf("create table parents (id bigint)"))).toMatch(
      /does not begin with "-- compatible" or "-- breaking"$/,
    );
  });

  test("of a newer version are accepted if all are compatible, with one line", async () => {
    const url = await newPostgresDatabase(empty);
    await migrate(url, migrationsOf(first, second));
    await migrate(url, migrationsOf(first));
    expect(lines).toEqual([
      expect.stringMatching(/^\S+ The database is 1 compatible migrations newer than this version$/),
    ]);
  });

  test("of a newer version are refused if one is breaking", async () => {
    const url = await newPostgresDatabase(empty);
    await migrate(url, migrationsOf(first, second, "-- breaking\ndrop table children"));
    expect(await failureOf(url, migrationsOf(first))).toBe("The database belongs to a newer version");
    expect(lines).toEqual([]);
  });
});

describe.runIf(isPostgres)("a database that cannot be used is refused in one line", () => {
  const create =
    "Create it with: createdb --template=template0 --encoding=UTF8 --locale-provider=libc --lc-collate=C --lc-ctype=C.UTF-8";

  test.each([
    ["another collation", "UTF8", "C.UTF-8", "C.UTF-8"],
    ["another character type", "UTF8", "C", "C"],
    ["another encoding", "SQL_ASCII", "C", "C"],
  ])("%s", async (_, encoding, collation, ctype) => {
    const options = `template template0 encoding '${encoding}' lc_collate '${collation}' lc_ctype '${ctype}'`;
    const url = await newPostgresDatabase(options);
    expect(await failureOf(url)).toBe(
      `The database has the locale provider libc, the encoding ${encoding}, the collation ${collation} and the character type ${ctype}. ${create}`,
    );
    expect(await tablesIn(url)).toEqual([]);
  });

  /** The address of the tests' own database, with changes. */
  const addressWith = (changes: Partial<URL>) => Object.assign(new URL(env.DATABASE_URL ?? ""), changes);

  test("one that does not exist", async () => {
    const url = addressWith({ pathname: "/missing" });
    expect(await failureOf(url.href)).toBe(`The database missing at ${url.host} does not exist`);
  });

  test("a server that does not listen", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    const url = addressWith({ hostname: "127.0.0.1", port: String(port), password: "hidden" });
    const message = await failureOf(url.href);
    expect(message).toMatch(
      /^The database \w+ at 127\.0\.0\.1:\d+ cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:\d+$/,
    );
  });

  test("an unknown user, without the password", async () => {
    const url = addressWith({ username: "stranger", password: "hidden" });
    expect(await failureOf(url.href)).toBe(
      `The database ${url.pathname.slice(1)} at ${url.host} refuses the user stranger: check DATABASE_URL`,
    );
  });

  test("one whose server lacks an extension", async () => {
    const url = await newPostgresDatabase(empty);
    const { host, pathname } = new URL(url);
    expect(
      await failureOf(url, migrationsOf(first, "-- compatible\ncreate extension no_such_extension")),
    ).toBe(
      `The database ${pathname.slice(1)} at ${host} lacks an extension: install PostgreSQL's contrib package (extension "no_such_extension" is not available)`,
    );
    expect(await tablesIn(url)).toEqual([]);
  });

  describe("a user who needs a password", () => {
    let server: PostgresServer;

    beforeAll(async () => {
      server = await startPostgres();
      await runStatements(
        `${server.url}/postgres`,
        "create role guarded login superuser password 'right'",
        createDatabase("redline"),
      );
      const rules = join(server.folder, "data/pg_hba.conf");
      const guarded = "host all guarded 127.0.0.1/32 scram-sha-256";
      writeFileSync(rules, `${guarded}\n${readFileSync(rules, "utf8")}`);
      await server.restart();
    });
    afterAll(() => server.stop());

    const failureWith = (password: string) =>
      failureOf(
        Object.assign(new URL("/redline", server.url), { username: "guarded", password }).href,
        migrationsOf(first),
      );

    test.each([
      ["a wrong one", "hidden"],
      ["none", ""],
    ])("but has %s", async (_, password) => {
      expect(await failureWith(password)).toBe(
        `The database redline at ${new URL(server.url).host} refuses the user guarded: check DATABASE_URL`,
      );
      expect(await tablesIn(`${server.url}/redline`)).toEqual([]);
    });

    test("and has the right one is accepted", async () => {
      expect(await failureWith("right")).toBe("migrated");
    });
  });

  describe("a user", () => {
    const name = `redline_limited_${process.pid}`;
    afterAll(() => runStatements(env.DATABASE_URL ?? "", `drop role if exists ${name}`));

    test("who may not create tables", async () => {
      await runStatements(env.DATABASE_URL ?? "", `create role ${name} login password 'limited'`);
      const url = new URL(await newPostgresDatabase(empty));
      Object.assign(url, { username: name, password: "limited" });
      expect(await failureOf(url.href)).toBe(
        `The database ${url.pathname.slice(1)} at ${url.host} allows the user ${name} too little: permission denied for schema public`,
      );
    });
  });
});

describe("the folder of PostgreSQL's migrations", () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));

  test("has a file for every migration in the journal, and no other", () => {
    const journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as {
      entries: { tag: string }[];
    };
    expect(files.length).toBeGreaterThan(1);
    expect(journal.entries.map(({ tag }) => `${tag}.sql`).sort()).toEqual(files.sort());
  });

  test("says of each migration what it is for the version before", () => {
    for (const file of files)
      expect(readFileSync(join(folder, file), "utf8"), file).toMatch(/^-- (compatible|breaking)\b/);
  });
});

describe.runIf(isPostgres)("after the last migration", () => {
  test("the last snapshot matches the tables", async () => {
    const [last] = readdirSync(join(folder, "meta"))
      .filter((name) => name.endsWith("_snapshot.json"))
      .sort()
      .reverse();
    const snapshot = JSON.parse(readFileSync(join(folder, "meta", last ?? ""), "utf8"));
    expect(Object.keys(snapshot.tables).length).toBe(allTables.length);
    const current = generateDrizzleJson({ ...tables }, snapshot.id, undefined, "snake_case");
    expect(await generateMigration(snapshot, current)).toEqual([]);
  });

  test("every table has the columns, keys, unique indexes and number of checks that SQLite's has", async () => {
    const sqlite = new Database(":memory:");
    migrateSqlite(sqlite, "drizzle");
    const [inSqlite, inPostgres] = [schemaInSqlite(sqlite), await schemaInPostgres()];
    for (const name of allTables.map(getTableName))
      expect(inPostgres.get(name), name).toEqual(inSqlite.get(name));
    expect(inPostgres.get("permits")?.checks).toBeGreaterThan(3);
  });

  test("every trigger that a migration creates exists", async () => {
    const created = readdirSync(folder)
      .filter((name) => name.endsWith(".sql"))
      .sort()
      .flatMap((name) => [
        ...readFileSync(join(folder, name), "utf8").matchAll(
          /(CREATE|DROP) (?:CONSTRAINT )?TRIGGER (?:IF EXISTS )?"(\w+)"/g,
        ),
      ]);
    const expected = new Set<string | undefined>();
    for (const [, verb, name] of created) verb === "CREATE" ? expected.add(name) : expected.delete(name);
    const existing = await rowsIn<{ name: string }>(
      env.DATABASE_URL ?? "",
      "select tgname as name from pg_trigger where not tgisinternal",
    );
    expect(expected.size).toBeGreaterThan(20);
    expect(existing.map(({ name }) => name).sort()).toEqual([...expected].sort());
  });
});

type TableSchema = { columns: string[]; keys: string[]; uniqueIndexes: string[]; checks: number };

function schemaInSqlite(database: Database.Database): Map<string, TableSchema> {
  const list = <Row>(pragma: string) => database.pragma(pragma) as Row[];
  const schemaOf = (name: string): TableSchema => ({
    columns: list<{ name: string; notnull: number; pk: number }>(`table_info(${name})`)
      .map((column) => `${column.name}${column.notnull || column.pk ? " not null" : ""}`)
      .sort(),
    keys: list<{ from: string; table: string; on_delete: string }>(`foreign_key_list(${name})`)
      .map((key) => `${key.from} of ${key.table}: ${key.on_delete.toLowerCase()}`)
      .sort(),
    uniqueIndexes: list<{ name: string; unique: number }>(`index_list(${name})`)
      .filter((index) => index.unique === 1 && !index.name.startsWith("sqlite_"))
      .map((index) => index.name)
      .sort(),
    checks:
      String(database.prepare("select sql from sqlite_master where name = ?").pluck().get(name)).split(
        /\bCHECK\s*\(/i,
      ).length - 1,
  });
  return new Map(allTables.map(getTableName).map((name) => [name, schemaOf(name)]));
}

async function schemaInPostgres(): Promise<Map<string, TableSchema>> {
  const list = async (query: string) => {
    const rows = await rowsIn<{ name: string; text: string }>(env.DATABASE_URL ?? "", query);
    return (name: string) =>
      rows
        .filter((row) => row.name === name)
        .map(({ text }) => text)
        .sort();
  };
  const columns = await list(
    "select table_name as name, column_name || case is_nullable when 'NO' then ' not null' else '' end as text from information_schema.columns where is_generated = 'NEVER' and column_name not in ('issued_words', 'issued_city_id')",
  );
  const keys = await list(
    `select conrelid::regclass::text as name, attname || ' of ' || confrelid::regclass::text || ': ' ||
      case confdeltype when 'c' then 'cascade' when 'n' then 'set null' when 'r' then 'restrict' else 'no action' end as text
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1] where contype = 'f'`,
  );
  const uniqueIndexes = await list(
    "select indrelid::regclass::text as name, indexrelid::regclass::text as text from pg_index where indisunique and not indisprimary",
  );
  const checks = await list(
    "select conrelid::regclass::text as name, conname as text from pg_constraint where contype = 'c'",
  );
  const schemaOf = (name: string): TableSchema => ({
    columns: columns(name),
    keys: keys(name),
    uniqueIndexes: uniqueIndexes(name),
    checks: checks(name).length,
  });
  return new Map(allTables.map(getTableName).map((name) => [name, schemaOf(name)]));
}
