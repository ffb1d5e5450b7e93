import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createDatabase,
  findPostgres,
  type PostgresServer,
  runStatements,
  startPostgres,
} from "./postgres-server";
import { freePort, startServer, type TestServer } from "./test-server";

/** Several servers of the built app on one PostgreSQL database and one shared data folder, behind a proxy. */
export type Cluster = {
  /** The address of the proxy, or of the first server without one. */
  url: string;
  servers: TestServer[];
  postgres: PostgresServer;
  database: string;
  dataFolder: string;
  /** Starts a server again that was stopped or killed, at the same address. */
  startAgain: (index: number) => Promise<void>;
  stop: () => Promise<void>;
};

type Options = {
  servers?: number;
  /** The port of the proxy; none without it. */
  port?: number;
  isDurable?: boolean;
  settings?: Record<string, string>;
};

const databaseName = "redline";

/** Starts a cluster with the demo. Throws if PostgreSQL or, with a port, HAProxy is not installed. */
export async function startCluster({
  servers: count = 3,
  port,
  isDurable = true,
  settings = {},
}: Options = {}): Promise<Cluster> {
  const dataFolder = await mkdtemp(join(tmpdir(), "redline-cluster-"));
  const postgres = await startPostgres({ isDurable });
  const database = `${postgres.url}/${databaseName}`;
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const url = `http://localhost:${port ?? ports[0]}`;
  const shared = {
    DATABASE_URL: database,
    SESSION_SECRET: randomBytes(32).toString("hex"),
    ORIGIN: url,
    TRUSTED_PROXY: "127.0.0.1",
    ...settings,
  };
  const start = (index: number) => startServer(dataFolder, { ...shared, PORT: String(ports[index]) });
  const running: { stop: () => Promise<void> }[] = [postgres];
  async function stop() {
    // The proxy first, the database last.
    for (const one of running.toReversed()) await one.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
  try {
    await runStatements(`${postgres.url}/postgres`, createDatabase(databaseName));
    const servers = await Promise.all(ports.map((_, index) => start(index)));
    running.push({ stop: async () => void (await Promise.all(servers.map((server) => server.stop()))) });
    if (port !== undefined) running.push(await startProxy(port, ports, dataFolder));
    async function startAgain(index: number) {
      servers[index] = await start(index);
    }
    return { url, servers, postgres, database, dataFolder, startAgain, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns the programs of a cluster that are not installed. */
export const missingForCluster = (): string[] =>
  [findPostgres() ? "" : "PostgreSQL", proxyProgram ? "" : "HAProxy"].filter(Boolean);

const proxyProgram = ["/usr/sbin/haproxy", "/usr/local/sbin/haproxy", "/opt/homebrew/bin/haproxy"].find(
  (path) => existsSync(path),
);

/**
 * Each request goes to one of the servers that are ready. One without a response goes to another server. If none is ready,
 * since the database is away, any server says so in a page.
 */
function configuration(port: number, ports: number[]): string {
  const servers = (check: string) =>
    ports.map((one, index) => `  server ${"abcdefgh"[index]} 127.0.0.1:${one} ${check}`).join("\n");
  return `
defaults
  mode http
  timeout connect 2s
  timeout client 2h
  timeout server 2h
  option forwardfor
  option redispatch
  retries 3
  retry-on conn-failure empty-response
  balance roundrobin
frontend redline
  bind 127.0.0.1:${port}
  http-request disable-l7-retry unless METH_GET
  use_backend any if { nbsrv(ready) eq 0 }
  default_backend ready
backend ready
  option httpchk GET /readyz
  http-check send hdr Host localhost
${servers("check inter 500 fall 2 rise 1")}
backend any
${servers("")}
`;
}

async function startProxy(
  port: number,
  ports: number[],
  folder: string,
): Promise<{ stop: () => Promise<void> }> {
  if (!proxyProgram) throw new Error("HAProxy is not installed (Debian: apt-get install haproxy)");
  const file = join(folder, "haproxy.cfg");
  await writeFile(file, configuration(port, ports));
  const proxy = spawn(proxyProgram, ["-db", "-q", "-f", file], { stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(proxy, "exit");
  process.once("exit", () => proxy.kill("SIGKILL"));
  return {
    stop: async () => {
      proxy.kill("SIGTERM");
      await ended;
    },
  };
}
