import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { join } from "node:path";
import Database from "better-sqlite3";
import { maximumCommentsPerMinute } from "~/models/plan-review/comment";
import { type BenchServer, startBenchServer } from "./bench-server";
import { countOf, median, milliseconds, p99, short } from "./figures";
import { options } from "./options";
import type { BenchContext, Section } from "./part";
import { type Reply, send, signIn } from "./request";

const connections = 16;
const permitSeconds = 10;
const gate = 140;

type Written = { what: string; perSecond: number; times: number[] };

/** Measures how many permits and comments are created per second with many permits. */
export async function measure({ folderOf, log }: BenchContext): Promise<Section> {
  const folder = await folderOf(options.large);
  const server = await startBenchServer(folder);
  try {
    const permits = await createPermits(server);
    log("Signing in the authors of comments");
    const comments = await createComments(server, await signInReviewers(server, folder));
    return sectionOf(permits, comments);
  } finally {
    await server.stop();
  }
}

/** Repeats a request on every connection until it returns undefined, and measures all of them. */
async function writeOn(what: string, next: (agent: Agent) => Promise<Reply> | undefined): Promise<Written> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const start = performance.now();
  async function work() {
    for (let reply = next(agent); reply; reply = next(agent)) {
      const { status, text, milliseconds } = await reply;
      if (status !== 201) throw new Error(`${what}: status ${status} ${text}`);
      times.push(milliseconds);
    }
  }
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  return { what, times, perSecond: (times.length * 1000) / (performance.now() - start) };
}

const post = (url: string, cookie: string, agent: Agent, body: object) =>
  send(url, {
    agent,
    cookie,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: [JSON.stringify({ ...body, formKey: randomUUID() })],
    isRead: true,
  });

const permitFields = {
  permitCreationYear: 2026,
  status: "in_process",
  reviewCycle: "PC1",
  creationDate: "2026-11-01",
  dueDate: "2026-12-11",
  projectName: "Harbor Street Apartments",
  projectAddress: "1420 Harbor Street",
  projectType: "residential",
  projectDescription: "24 units over podium",
  requiredDisciplines: ["Structural"],
};

function createPermits({ url, cookies, values }: BenchServer): Promise<Written> {
  const end = performance.now() + permitSeconds * 1000;
  let count = 0;
  return writeOn("permits", (agent) => {
    if (performance.now() > end) return undefined;
    count += 1;
    const fields = { ...permitFields, cityId: values.ids.largestCity, cityPermitNumber: `BENCH-${count}` };
    return post(`${url}/api/permits`, cookies.administrator, agent, fields);
  });
}

/** Signs in enough reviewers for a few seconds of comments, since each may write only some per minute. */
async function signInReviewers({ url }: BenchServer, folder: string): Promise<string[]> {
  const database = new Database(join(folder, "redline.db"), { readonly: true });
  const emails = database
    .prepare(
      "select email from users where role = 'employee' and is_active and password_hash is not null limit 64",
    )
    .pluck()
    .all() as string[];
  database.close();
  const cookies: string[] = [];
  for (const email of emails) cookies.push(await signIn(url, email));
  return cookies;
}

function createComments({ url, values }: BenchServer, authors: string[]): Promise<Written> {
  let count = 0;
  return writeOn("comments", (agent) => {
    if (count >= authors.length * maximumCommentsPerMinute) return undefined;
    const cookie = authors[count % authors.length] ?? "";
    const permit = Number(values.ids.newestPermit) - (count % 1000);
    count += 1;
    const fields = { text: "Show the fire rating of the corridor walls.", isShared: false, discipline: null };
    return post(`${url}/api/permits/${permit}/comments`, cookie, agent, fields);
  });
}

function sectionOf(permits: Written, comments: Written): Section {
  return {
    title: `Writes over ${connections} connections with ${countOf(options.large)} permits`,
    columns: ["what", "created", "per second", "median", "p99"],
    rows: [permits, comments].map(({ what, times, perSecond }) => [
      what,
      String(times.length),
      short(perSecond),
      milliseconds(median(times)),
      milliseconds(p99(times)),
    ]),
    summary: [
      {
        what: `writes at ${countOf(options.large)}, 16 connections`,
        gate: `${gate} permits/s`,
        aim: "300",
        measured: `${short(permits.perSecond)} permits/s; comments ${short(comments.perSecond)}`,
        holds: permits.perSecond >= gate,
      },
    ],
  };
}
