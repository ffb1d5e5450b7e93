import { Agent } from "node:http";
import { join } from "node:path";
import { demoAccounts } from "../e2e/sign-in";
import { startServer, type WebServer } from "../scripts/test-server";
import { median } from "./figures";
import type { BenchContext, Section } from "./part";
import { startReact, startStock, startTemplate } from "./peers";
import { cpuTimeOf } from "./process-usage";
import { send, signInAsBrowser } from "./request";

const permits = 10_000;
const connections = 4;
/** The CPU time of a turn in milliseconds: two hundred times the unit of the clock. */
const turnLength = 2000;
const pagesBetweenReadings = 40;

const encodings = { plain: "identity", brotli: "br" } as const;
type Encoding = keyof typeof encodings;

type Contestant = {
  name: string;
  server: WebServer;
  cookie?: string;
  /** Pages per CPU second, one of each round. */
  speeds: Record<Encoding, number[]>;
};

/** Measures the CPU time of /permits with ten rows, of the built app and of its peers, one after another in rounds. */
export async function measure({ folderOf, log, rounds }: BenchContext): Promise<Section> {
  const servers: WebServer[] = [];
  const started = async (starting: Promise<WebServer>) => {
    const server = await starting;
    servers.push(server);
    return server;
  };
  try {
    const folder = await folderOf(permits);
    const app = await started(startServer(folder));
    const cookie = await signInAsBrowser(app.url, demoAccounts.admin);
    const database = join(folder, "redline.db");
    const contestants = {
      app: contestant("Redline", app, cookie),
      stock: contestant("stock React Router", await started(startStock(database))),
      react: contestant("React's renderToString", await started(startReact(database))),
      template: contestant("template strings", await started(startTemplate(database))),
    };
    // The first round only lets V8 compile what runs often.
    for (let round = 0; round <= Math.max(3, rounds); round += 1) {
      await runRound(Object.values(contestants), round > 0);
      log(round === 0 ? "CPU per page: warmed up" : `CPU per page: round ${round}`);
    }
    return await sectionOf(contestants);
  } finally {
    for (const server of servers) await server.stop();
  }
}

const contestant = (name: string, server: WebServer, cookie?: string): Contestant => ({
  name,
  server,
  cookie,
  speeds: { plain: [], brotli: [] },
});

async function runRound(contestants: Contestant[], isMeasured: boolean): Promise<void> {
  for (const encoding of ["plain", "brotli"] as const) {
    for (const contestant of contestants) {
      const speed = await pagesPerCpuSecond(contestant, encoding);
      if (isMeasured) contestant.speeds[encoding].push(speed);
    }
  }
}

/** Requests pages until the server has used the CPU time of a turn. */
async function pagesPerCpuSecond(contestant: Contestant, encoding: Encoding): Promise<number> {
  const { processId } = contestant.server;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const start = cpuTimeOf(processId);
  let pages = 0;
  let used = 0;
  while (used < turnLength) {
    const batch = Array.from({ length: pagesBetweenReadings }, () => readPage(contestant, encoding, agent));
    await Promise.all(batch);
    pages += batch.length;
    used = cpuTimeOf(processId) - start;
  }
  agent.destroy();
  return pages / (used / 1000);
}

async function readPage({ server, cookie }: Contestant, encoding: Encoding, agent?: Agent) {
  const headers = { "accept-encoding": encodings[encoding] };
  const page = await send(`${server.url}/permits`, { agent, cookie, headers, isRead: encoding === "plain" });
  if (page.status !== 200) throw new Error(`GET ${server.url}/permits: ${page.status}`);
  return page;
}

type Contestants = Record<"app" | "stock" | "react" | "template", Contestant>;

async function sectionOf(contestants: Contestants): Promise<Section> {
  const { app, stock, react, template } = contestants;
  const rows = await Promise.all(Object.values(contestants).map((contestant) => rowOf(contestant, app)));
  const toStock = ratiosOf(app, stock);
  const toReact = ratiosOf(app, react);
  const both = (contestant: Contestant) =>
    `${pages(medianSpeed(contestant, "plain"))} (${pages(medianSpeed(contestant, "brotli"))} with brotli)`;
  return {
    title: "CPU time of /permits with ten rows",
    columns: [
      "Server",
      "Pages per CPU second",
      "with brotli",
      "Redline is × as fast",
      "with brotli",
      "HTML",
      "with brotli",
      "Links",
      "Icons",
    ],
    rows,
    summary: [
      {
        what: "/permits with 10 rows: pages per CPU second",
        gate: "1.5 × stock React Router, with and without brotli",
        measured: `${both(app)}: ${toStock.map(times).join(" and ")} stock`,
        peers: `stock ${both(stock)}`,
        holds: Math.min(...toStock) >= 1.5,
      },
      {
        what: "the same, to React alone",
        aim: "half of React's own renderToString",
        measured: `${toReact.map(times).join(" and ")} React`,
        peers: `React ${both(react)}; template strings ${both(template)}`,
      },
    ],
  };
}

async function rowOf(contestant: Contestant, app: Contestant): Promise<string[]> {
  const plain = await readPage(contestant, "plain");
  const compressed = await readPage(contestant, "brotli");
  const count = (tag: string) => String(plain.text.split(`<${tag} `).length - 1);
  return [
    contestant.name,
    pages(medianSpeed(contestant, "plain")),
    pages(medianSpeed(contestant, "brotli")),
    ...ratiosOf(app, contestant).map(times),
    kilobytes(plain.bytes),
    kilobytes(compressed.bytes),
    count("a"),
    count("svg"),
  ];
}

/** Returns how many times as many pages as a peer the app renders, plain and with brotli: the medians of all rounds. */
const ratiosOf = (app: Contestant, peer: Contestant): number[] =>
  (["plain", "brotli"] as const).map((encoding) =>
    median(app.speeds[encoding].map((speed, round) => speed / (peer.speeds[encoding][round] ?? Number.NaN))),
  );

const medianSpeed = ({ speeds }: Contestant, encoding: Encoding): number => median(speeds[encoding]);

const pages = (speed: number) => Math.round(speed).toLocaleString("en-US");
const times = (ratio: number) => `${ratio.toFixed(2)} ×`;
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
