import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { testFolder } from "./test-folder";
import { freePort } from "./test-server";

// A PostgreSQL server of its own in a temporary folder, for tests, measurements and `npm run cluster`.

export type PostgresServer = {
  url: string;
  folder: string;
  /** The process of the last start. */
  readonly pid: number;
  /** Ends the server, at once like a crash or after its sessions, and keeps its data and its port. */
  halt: (how?: "crash" | "shutdown") => Promise<void>;
  restart: (how?: "crash" | "shutdown") => Promise<void>;
  stop: () => Promise<void>;
};

export function findPostgres(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const folders = versions
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(debian, version, "bin"));
  try {
    folders.push(execFileSync("pg_config", ["--bindir"], { encoding: "utf8", stdio: "pipe" }).trim());
  } catch {
    // Only the server's own package has pg_config.
  }
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

/** PostgreSQL does not run as root. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

type Options = {
  /** A folder that is kept when the server stops; without it, a temporary one. */
  folder?: string;
  /** Whether commits reach the disk: tests do without. */
  isDurable?: boolean;
  settings?: Record<string, string | number>;
};

/** Starts a server with the collation and the character type that Redline needs. Throws if PostgreSQL is not installed. */
export async function startPostgres({
  folder: keptFolder,
  isDurable = false,
  settings = {},
}: Options = {}): Promise<PostgresServer> {
  const programs = findPostgres();
  if (!programs) throw new Error("PostgreSQL is not installed (Debian: apt-get install postgresql)");
  const account = unprivileged();
  const folder = keptFolder ?? mkdtempSync(join(isDurable ? tmpdir() : testFolder, "redline-postgres-"));
  const data = join(folder, "data");
  if (!existsSync(data)) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o700);
    if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid);
    const initialize = [
      "-D",
      data,
      "--encoding=UTF8",
      "--locale=C.UTF-8",
      "--username=redline",
      "--auth=trust",
    ];
    execFileSync(join(programs, "initdb"), [...initialize, "--no-sync"], {
      ...account,
      cwd: folder,
      stdio: "pipe",
    });
  }
  const port = await freePort();
  const all = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: folder,
    max_connections: 200,
    logging_collector: "off",
    ...(isDurable ? {} : { fsync: "off", full_page_writes: "off", synchronous_commit: "off" }),
    ...settings,
  };
  const parameters = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const start = () =>
    spawn(join(programs, "postgres"), ["-D", data, ...parameters], {
      ...account,
      cwd: folder,
      stdio: "ignore",
    });
  let server = start();
  const url = `postgresql://redline@127.0.0.1:${port}`;
  await untilReady(`${url}/postgres`);
  async function halt(how: "crash" | "shutdown" = "shutdown") {
    if (server.exitCode !== null || server.signalCode !== null) return;
    // A fast shutdown ends the sessions; an immediate one recovers at the next start.
    server.kill(how === "crash" ? "SIGQUIT" : "SIGINT");
    await once(server, "exit");
  }
  async function restart(how?: "crash" | "shutdown") {
    await halt(how);
    server = start();
    await untilReady(`${url}/postgres`);
  }
  async function stop() {
    await halt();
    if (!keptFolder) rmSync(folder, { recursive: true, force: true });
  }
  return {
    ...{ url, folder, halt, restart, stop },
    get pid() {
      return server.pid ?? 0;
    },
  };
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await runStatements(url);
      return;
    } catch (error) {
      if (attempt === 300) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

export async function runStatements(url: string, ...statements: string[]): Promise<pg.QueryResult[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const results: pg.QueryResult[] = [];
    for (const statement of statements) results.push(await client.query(statement));
    return results;
  } finally {
    await client.end();
  }
}

export const createDatabase = (name: string): string =>
  `create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`;
