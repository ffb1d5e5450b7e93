import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { generateDrizzleJson, generateSQLiteDrizzleJson } from "drizzle-kit/api";
import { postgresChanges, sqliteChanges } from "./migration-statements";

// Writes the next migration of each database, from what changed in the tables since its last snapshot.
// The tables are of one dialect in each process, so the script runs itself again for PostgreSQL.

const { values } = parseArgs({
  options: { name: { type: "string" }, custom: { type: "boolean", default: false } },
});

type Snapshot = { id: string };
type Journal = {
  version: string;
  dialect: string;
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
};

const casing = "snake_case";
const isPostgres = process.env.DATABASE_URL !== undefined;
const dialects = {
  sqlite: {
    folder: "drizzle",
    version: "6",
    snapshot: (tables: object, last?: Snapshot) => generateSQLiteDrizzleJson({ ...tables }, last?.id, casing),
    changes: sqliteChanges,
    empty: "",
  },
  postgresql: {
    folder: "drizzle/postgres",
    version: "7",
    snapshot: (tables: object, last?: Snapshot) =>
      generateDrizzleJson({ ...tables }, last?.id, undefined, casing),
    changes: postgresChanges,
    empty: "-- breaking\n",
  },
};

async function writeMigration(name: string): Promise<void> {
  const dialect = isPostgres ? "postgresql" : "sqlite";
  const { folder, version, snapshot, changes, empty } = dialects[dialect];
  const tables = await import("../app/models/tables.server");
  const meta = join(folder, "meta");
  mkdirSync(meta, { recursive: true });
  const [latest] = readdirSync(meta)
    .filter((file) => file.endsWith("_snapshot.json"))
    .sort()
    .reverse();
  const last = latest ? JSON.parse(readFileSync(join(meta, latest), "utf8")) : await snapshot({});
  const next = await snapshot(tables, last);
  const statements = values.custom ? [empty] : await changes(last, next);
  if (statements.length === 0) {
    console.log(`${folder}: the tables have not changed`);
    return;
  }
  const journal = readJournal(meta, dialect);
  const number = String(journal.entries.length).padStart(4, "0");
  const tag = `${number}_${name}`;
  writeFileSync(join(folder, `${tag}.sql`), statements.join("\n--> statement-breakpoint\n"));
  writeFileSync(join(meta, `${number}_snapshot.json`), JSON.stringify(next, null, 2));
  journal.entries.push({ idx: journal.entries.length, version, when: Date.now(), tag, breakpoints: true });
  writeFileSync(join(meta, "_journal.json"), JSON.stringify(journal, null, 2));
  console.log(`${folder}/${tag}.sql: ${statements.length} statements`);
}

function readJournal(meta: string, dialect: string): Journal {
  try {
    return JSON.parse(readFileSync(join(meta, "_journal.json"), "utf8"));
  } catch {
    return { version: "7", dialect, entries: [] };
  }
}

if (!values.name) throw new Error("Name the migration: npm run migration -- --name inspections");
await writeMigration(values.name);
if (!isPostgres) {
  execFileSync("tsx", process.argv.slice(1), {
    env: { ...process.env, DATABASE_URL: "postgresql://localhost/tables" },
    stdio: "inherit",
  });
}
