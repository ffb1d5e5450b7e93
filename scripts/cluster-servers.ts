import { randomBytes } from "node:crypto";
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
import { acceptsConnections, type ProxyProcess, startProxyProcess } from "./proxy-process";
import { freePort, startServer, type TestServer } from "./test-server";

/** Several servers of the built app on one PostgreSQL database and one shared data folder, behind a proxy. */
export type Cluster = {
  url: string;
  servers: TestServer[];
  postgres: PostgresServer;
  database: string;
  dataFolder: string;
  startAgain: (index: number) => Promise<void>;
  stop: () => Promise<void>;
};

type Options = {
  servers?: number;
  port?: number;
  isDurable?: boolean;
  postgresFolder?: string;
  settings?: Record<string, string>;
};

const databaseName = "redline";

/** Starts a cluster with the demo. Throws if PostgreSQL or, with a port, HAProxy is not installed, or the port is in use. */
export async function startCluster({
  servers: count = 3,
  port,
  isDurable = true,
  postgresFolder,
  settings = {},
}: Options = {}): Promise<Cluster> {
  if (port !== undefined) await expectFree(port);
  const postgres = await startPostgres({ isDurable, folder: postgresFolder });
  const dataFolder = await mkdtemp(join(tmpdir(), "redline-cluster-"));
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
  const servers: TestServer[] = [];
  const stopServers = async () => void (await Promise.all(servers.map((server) => server.stop())));
  const running: { stop: () => Promise<void> }[] = [postgres, { stop: stopServers }];
  async function stop() {
    // The proxy first, the database last.
    for (const one of running.toReversed()) await one.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
  try {
    await runStatements(`${postgres.url}/postgres`, createDatabase(databaseName));
    // All at once, each would create the demo, and one would insert it.
    servers.push(await start(0));
    servers.push(...(await Promise.all(ports.slice(1).map((_, index) => start(index + 1)))));
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

export const missingForCluster = (): string[] =>
  [findPostgres() ? "" : "PostgreSQL", proxyProgram ? "" : "HAProxy"].filter(Boolean);

const proxyProgram = ["/usr/sbin/haproxy", "/usr/local/sbin/haproxy", "/opt/homebrew/bin/haproxy"].find(
  (path) => existsSync(path),
);

/** The configuration of docs/scale.md. If no server is ready, any of them says so in a page. */
function configuration(port: number, ports: number[]): string {
  const servers = ports.map((one, index) => `  server ${"abcdefgh"[index]} 127.0.0.1:${one}`).join("\n");
  return `
defaults
  mode http
  timeout connect 2s
  timeout client 2h
  timeout server 2h
  balance roundrobin
  option redispatch
  retries 3
  retry-on conn-failure empty-response
frontend redline
  bind 127.0.0.1:${port}
  http-request del-header X-Forwarded-For
  option forwardfor
  http-request disable-l7-retry unless METH_GET
  use_backend any if { nbsrv(ready) eq 0 }
  default_backend ready
backend ready
  option httpchk GET /readyz
  http-check send hdr Host localhost
  default-server check inter 1s fall 5 rise 1 on-marked-down shutdown-sessions
${servers}
backend any
${servers}
`;
}

async function startProxy(port: number, ports: number[], folder: string): Promise<ProxyProcess> {
  if (!proxyProgram) throw new Error("HAProxy is not installed (Debian: apt-get install haproxy)");
  const file = join(folder, "haproxy.cfg");
  await writeFile(file, configuration(port, ports));
  await expectFree(port);
  // Without -dR, two HAProxies can listen at one port.
  return startProxyProcess(proxyProgram, ["-db", "-dR", "-f", file], port);
}

async function expectFree(port: number): Promise<void> {
  if (await acceptsConnections(port)) throw new Error(`Port ${port} is in use`);
}
