import { Agent } from "node:http";
import { join } from "node:path";
import { demoAccounts } from "../e2e/sign-in";
import { startServer, type WebServer } from "../scripts/test-server";
import { readDataValues } from "./data-values";
import { median } from "./figures";
import type { BenchContext, Section } from "./part";
import { cpuTimeOf } from "./process-usage";
import { send, signInAsBrowser } from "./request";
import { startStock } from "./stock";

const permits = 10_000;
const connections = 4;
/** The CPU time of a turn in milliseconds: two hundred times the unit of the clock. */
const turnLength = 2000;
const pagesBetweenReadings = 40;
/** The requests to a server before it is measured, over all of its pages: V8 has then compiled what runs often. */
const warmUpRequests = 2000;

const encodings = { plain: "identity", brotli: "br" } as const;
type Encoding = keyof typeof encodings;
const encodingNames: Encoding[] = ["plain", "brotli"];

/** How many times as many pages as the stock app Redline renders in the same CPU time. */
const gate = 1;

/** A page of a server. */
type Contestant = {
  name: string;
  server: WebServer;
  path: string;
  cookie?: string;
  /** Pages per CPU second, one of each round. */
  speeds: Record<Encoding, number[]>;
};

/** Measures the CPU time of four pages of the built app and of the stock app's page, one after another in rounds. */
export async function measure({ folderOf, log, rounds }: BenchContext): Promise<Section> {
  const servers: WebServer[] = [];
  const started = async (starting: Promise<WebServer>) => {
    const server = await starting;
    servers.push(server);
    return server;
  };
  try {
    const folder = await folderOf(permits);
    const { permit } = readDataValues(folder).ids;
    if (!permit) throw new Error("The data have no permit with comments");
    const server = await started(startServer(folder));
    const cookie = await signInAsBrowser(server.url, demoAccounts.admin);
    const pages: Contestant[] = ["/permits", `/permits/${permit}`, "/", "/plan-check-calendar"].map(
      (path) => ({
        ...contestant("Redline", server, path),
        cookie,
      }),
    );
    const stockServer = await started(startStock(join(folder, "redline.db")));
    const stock = contestant("stock React Router", stockServer, "/permits");
    await warmUp([...pages, stock]);
    log("CPU per page: warmed up");
    for (let round = 1; round <= Math.max(3, rounds); round += 1) {
      await runRound([...pages, stock]);
      log(`CPU per page: round ${round}`);
    }
    return await sectionOf(pages, stock);
  } finally {
    for (const server of servers) await server.stop();
  }
}

const contestant = (name: string, server: WebServer, path: string): Contestant => ({
  name,
  server,
  path,
  speeds: { plain: [], brotli: [] },
});

/** Requests as many pages of each server, because one that has just started is slower. */
async function warmUp(contestants: Contestant[]): Promise<void> {
  for (const contestant of contestants) {
    const pagesOfServer = contestants.filter(({ server }) => server === contestant.server).length;
    const requests = warmUpRequests / pagesOfServer / encodingNames.length;
    for (const encoding of encodingNames) {
      const agent = new Agent({ keepAlive: true, maxSockets: connections });
      await Promise.all(Array.from({ length: requests }, () => readPage(contestant, encoding, agent)));
      agent.destroy();
    }
  }
}

async function runRound(contestants: Contestant[]): Promise<void> {
  for (const encoding of encodingNames) {
    for (const contestant of contestants) {
      contestant.speeds[encoding].push(await pagesPerCpuSecond(contestant, encoding));
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

async function readPage({ server, path, cookie }: Contestant, encoding: Encoding, agent?: Agent) {
  const url = `${server.url}${path}`;
  const headers = { "accept-encoding": encodings[encoding] };
  const page = await send(url, { agent, cookie, headers, isRead: encoding === "plain" });
  if (page.status !== 200) throw new Error(`GET ${url}: ${page.status}`);
  return page;
}

async function sectionOf(pages: Contestant[], stock: Contestant): Promise<Section> {
  return {
    title: "CPU time of four pages",
    columns: [
      "Page",
      "Server",
      "Pages per CPU second",
      "with brotli",
      "× the stock page",
      "with brotli",
      "HTML",
      "with brotli",
      "Links",
      "Icons",
    ],
    rows: await Promise.all([...pages, stock].map((contestant) => rowOf(contestant, stock))),
    summary: pages.map((page) => {
      const ratio = ratioTo(stock, page, "brotli");
      return {
        what: `${page.path}: pages per CPU second, with brotli`,
        gate: `${gate} × the stock page`,
        measured: `${speedOf(page, "brotli")}: ${times(ratio)} stock`,
        peers: `stock ${speedOf(stock, "brotli")}`,
        holds: ratio >= gate,
      };
    }),
  };
}

async function rowOf(contestant: Contestant, stock: Contestant): Promise<string[]> {
  const plain = await readPage(contestant, "plain");
  const compressed = await readPage(contestant, "brotli");
  const count = (tag: string) => String(plain.text.split(`<${tag} `).length - 1);
  return [
    contestant.path,
    contestant.name,
    ...encodingNames.map((encoding) => speedOf(contestant, encoding)),
    ...encodingNames.map((encoding) => times(ratioTo(stock, contestant, encoding))),
    kilobytes(plain.bytes),
    kilobytes(compressed.bytes),
    count("a"),
    count("svg"),
  ];
}

/** Returns how many times as many pages as the stock app a page renders in the same CPU time: the median of all rounds. */
const ratioTo = (stock: Contestant, { speeds }: Contestant, encoding: Encoding): number =>
  median(speeds[encoding].map((speed, round) => speed / (stock.speeds[encoding][round] ?? Number.NaN)));

const speedOf = ({ speeds }: Contestant, encoding: Encoding) =>
  Math.round(median(speeds[encoding])).toLocaleString("en-US");

const times = (ratio: number) => `${ratio.toFixed(2)} ×`;
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
