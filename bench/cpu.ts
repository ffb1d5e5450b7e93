import { Agent } from "node:http";
import { join } from "node:path";
import { demoAccounts } from "../e2e/sign-in";
import { startServer, type WebServer } from "../scripts/test-server";
import { readDataValues } from "./data-values";
import { median } from "./figures";
import type { BenchContext, Row, Section } from "./part";
import { startReact, startStock, startTemplate } from "./peers";
import { cpuTimeOf } from "./process-usage";
import { send, signInAsBrowser } from "./request";

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
const gate: Record<Encoding, number> = { plain: 1.5, brotli: 1.8 };

type Peer = { name: string; server: WebServer; cookie?: string };

/** A page of a server. */
type Contestant = Peer & {
  path: string;
  /** Pages per CPU second, one of each round. */
  speeds: Record<Encoding, number[]>;
};

/** The servers that render the same page. */
type Contest = {
  page: string;
  app: Contestant;
  stock: Contestant;
  react?: Contestant;
  template?: Contestant;
};

/** Measures the CPU time of four pages of the built app and of its peers, one after another in rounds. */
export async function measure({ folderOf, log, rounds }: BenchContext): Promise<Section> {
  const servers: WebServer[] = [];
  const started = async (starting: Promise<WebServer>) => {
    const server = await starting;
    servers.push(server);
    return server;
  };
  try {
    const folder = await folderOf(permits);
    const server = await started(startServer(folder));
    const cookie = await signInAsBrowser(server.url, demoAccounts.admin);
    const database = join(folder, "redline.db");
    const contests = contestsOf(
      readDataValues(folder).ids.permit,
      { name: "Redline", server, cookie },
      { name: "stock React Router", server: await started(startStock(database)) },
      { name: "React's renderToString", server: await started(startReact(database)) },
      { name: "template strings", server: await started(startTemplate(database)) },
    );
    await warmUp(contests.flatMap(contestantsOf));
    log("CPU per page: warmed up");
    for (let round = 1; round <= Math.max(3, rounds); round += 1) {
      for (const contest of contests) await runRound(contestantsOf(contest));
      log(`CPU per page: round ${round}`);
    }
    return await sectionOf(contests);
  } finally {
    for (const server of servers) await server.stop();
  }
}

function contestsOf(
  permit: string | number | null | undefined,
  app: Peer,
  stock: Peer,
  react: Peer,
  template: Peer,
): [Contest, ...Contest[]] {
  if (!permit) throw new Error("The data have no permit with comments");
  const contest = (page: string, path = page): Contest => ({
    page,
    app: contestant(app, path),
    stock: contestant(stock, path),
  });
  const list = contest("/permits");
  return [
    { ...list, react: contestant(react, "/permits"), template: contestant(template, "/permits") },
    contest("/permits/{permit}", `/permits/${permit}`),
    contest("/"),
    contest("/plan-check-calendar"),
  ];
}

const contestant = (peer: Peer, path: string): Contestant => ({
  ...peer,
  path,
  speeds: { plain: [], brotli: [] },
});

const contestantsOf = ({ app, stock, react, template }: Contest): Contestant[] =>
  [app, stock, react, template].filter((contestant) => contestant !== undefined);

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

async function sectionOf(contests: [Contest, ...Contest[]]): Promise<Section> {
  const rows = contests.flatMap((contest) =>
    contestantsOf(contest).map((contestant) => rowOf(contest, contestant)),
  );
  return {
    title: "CPU time of four pages",
    columns: [
      "Page",
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
    rows: await Promise.all(rows),
    summary: contests.flatMap((contest) => [toStock(contest), ...toReact(contest)]),
  };
}

function toStock({ page, app, stock }: Contest): Row {
  const ratios = ratiosOf(app, stock);
  return {
    what: `${page}: pages per CPU second`,
    gate: `${gate.plain} × stock React Router, ${gate.brotli} × with brotli`,
    measured: `${speedsOf(app)}: ${ratios.map(times).join(" and ")} stock`,
    peers: `stock ${speedsOf(stock)}`,
    holds: encodingNames.every((encoding, index) => (ratios[index] ?? 0) >= gate[encoding]),
  };
}

function toReact({ page, app, react, template }: Contest): Row[] {
  if (!react || !template) return [];
  return [
    {
      what: `${page}, to React alone`,
      aim: "half of React's own renderToString",
      measured: `${ratiosOf(app, react).map(times).join(" and ")} React`,
      peers: `React ${speedsOf(react)}; template strings ${speedsOf(template)}`,
    },
  ];
}

async function rowOf({ page, app }: Contest, contestant: Contestant): Promise<string[]> {
  const plain = await readPage(contestant, "plain");
  const compressed = await readPage(contestant, "brotli");
  const count = (tag: string) => String(plain.text.split(`<${tag} `).length - 1);
  return [
    page,
    contestant.name,
    ...encodingNames.map((encoding) => pages(medianSpeed(contestant, encoding))),
    ...ratiosOf(app, contestant).map(times),
    kilobytes(plain.bytes),
    kilobytes(compressed.bytes),
    count("a"),
    count("svg"),
  ];
}

/** Returns how many times as many pages as a peer the app renders, plain and with brotli: the medians of all rounds. */
const ratiosOf = (app: Contestant, peer: Contestant): number[] =>
  encodingNames.map((encoding) =>
    median(app.speeds[encoding].map((speed, round) => speed / (peer.speeds[encoding][round] ?? Number.NaN))),
  );

const medianSpeed = ({ speeds }: Contestant, encoding: Encoding): number => median(speeds[encoding]);

const speedsOf = (contestant: Contestant) =>
  `${pages(medianSpeed(contestant, "plain"))} (${pages(medianSpeed(contestant, "brotli"))} with brotli)`;

const pages = (speed: number) => Math.round(speed).toLocaleString("en-US");
const times = (ratio: number) => `${ratio.toFixed(2)} ×`;
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
