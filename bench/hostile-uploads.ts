import { setTimeout as pause } from "node:timers/promises";
import { type PlanSetRefusal, refusalText } from "../app/models/sheets/plan-set";
import { hostilePdfs } from "../app/testing/hostile-pdfs";
import type { BenchContext, Row } from "./bench";
import { megabytes } from "./figures";
import { type Rows, send } from "./plan-set-upload";
import { memoryOf } from "./process-usage";
import type { BenchServer } from "./servers";

const rounds = 5;
const gate = 30_000_000;

/** What takes longer is uploaded once. */
const longest = 5;

type Outcome = { name: string; isEnded: boolean; words: string; seconds: number };

/** Uploads hostile files again and again, and sees how each ends and what stays in the server's memory. */
export async function measureHostileFiles(
  server: BenchServer,
  rows: Rows,
  permitId: number,
  log: BenchContext["log"],
): Promise<Row[]> {
  const memory: number[] = [];
  const outcomes: Outcome[] = [];
  const start = performance.now();
  for (let round = 1; round <= rounds; round += 1) {
    const slow = outcomes.filter(({ seconds }) => seconds > longest).map(({ name }) => name);
    const files = Object.entries(hostilePdfs).filter(([name]) => !slow.includes(name));
    outcomes.push(...(await uploadAll(server, rows, permitId, files)));
    await pause(2000);
    memory.push(memoryOf(server.processId));
    log(`Round ${round} of ${rounds}: ${megabytes(memory.at(-1) ?? 0)}`);
  }
  const names = Object.keys(hostilePdfs);
  const notEnded = outcomes.filter(({ isEnded }) => !isEnded);
  for (const { name, words, seconds } of [...outcomes.slice(0, names.length), ...notEnded])
    log(`${name}: ${words} (${seconds.toFixed(0)} s)`);
  const slow = outcomes.filter(({ seconds }) => seconds > longest);
  const ready = outcomes.slice(0, names.length).filter(({ words }) => words === "ready").length;
  const [first = 0, last = 0] = [memory[0], memory.at(-1)];
  return [
    {
      what: `sheets: of ${names.length} hostile files, uploaded ${rounds} times, those that end neither refused in words nor checked`,
      gate: "0",
      measured: `${notEnded.length}; ${names.length - ready} are refused, ${ready} checked; ${slow.length} took longer than ${longest} s and were uploaded once; in ${Math.round((performance.now() - start) / 1000)} s`,
      holds: notEnded.length === 0 && server.isRunning(),
    },
    {
      what: `sheets: growth of the server's memory from the first to the last of ${rounds} rounds of hostile files`,
      gate: megabytes(gate),
      measured: `${Math.round((last - first) / 1_000_000)} MB (${memory.map(megabytes).join(", ")})`,
      holds: last - first <= gate,
    },
  ];
}

async function uploadAll(
  server: BenchServer,
  rows: Rows,
  permitId: number,
  files: [name: string, bytes: () => Buffer][],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [name, bytes] of files) {
    const start = performance.now();
    const sent = await send(server, permitId, bytes());
    await rows.whenIdle();
    const seconds = (performance.now() - start) / 1000;
    const end =
      "refusal" in sent
        ? { isEnded: true, words: sent.refusal }
        : await endOf(server, rows, permitId, sent.id);
    outcomes.push({ name, seconds, ...end });
  }
  return outcomes;
}

async function endOf({ url, cookies }: BenchServer, rows: Rows, permitId: number, id: number) {
  const { state, refusal } = rows.setOfFile(id) ?? {};
  if (state === "ready") return { isEnded: true, words: "ready" };
  if (state !== "refused" || !refusal) return { isEnded: false, words: state ?? "no set" };
  const headers = { cookie: cookies.administrator };
  const response = await fetch(`${url}/permits/${permitId}/sheets`, { headers });
  const page = (await response.text()).replaceAll("&#x27;", "'");
  const words = refusalText(refusal as PlanSetRefusal);
  return { isEnded: page.includes(words), words };
}
