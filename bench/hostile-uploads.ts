import { setTimeout as pause } from "node:timers/promises";
import { type PlanSetRefusal, refusalText } from "../app/models/sheets/plan-set";
import { hostilePdfs } from "../app/testing/hostile-pdfs";
import type { BenchContext, Row } from "./bench";
import { megabytes } from "./figures";
import { memoryRow } from "./memory-row";
import { type Rows, send } from "./plan-set-upload";
import { memoryOf } from "./process-usage";
import type { BenchServer } from "./servers";

const rounds = 9;

/** These take a minute of the processor or more, and are uploaded once. */
const slow = ["pagesOf500", "bomb", "onePathOfMillions", "billionForms", "hugePicture"];

type Outcome = { name: string; isEnded: boolean; words: string };

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
    const files = Object.entries(hostilePdfs).filter(([name]) => round === 1 || !slow.includes(name));
    outcomes.push(...(await uploadAll(server, rows, permitId, files, round)));
    // Memory is given back a while after it was used.
    await pause(15_000);
    memory.push(memoryOf(server.processId));
    log(`Round ${round} of ${rounds}: ${megabytes(memory.at(-1) ?? 0)}`);
  }
  const names = Object.keys(hostilePdfs);
  const notEnded = outcomes.filter(({ isEnded }) => !isEnded);
  for (const { name, words } of [...outcomes.slice(0, names.length), ...notEnded]) log(`${name}: ${words}`);
  const ready = outcomes.slice(0, names.length).filter(({ words }) => words === "ready").length;
  return [
    {
      what: `sheets: of ${names.length} hostile files, uploaded ${rounds} times, those that end neither refused in words nor checked`,
      gate: "0",
      measured: `${notEnded.length}; ${names.length - ready} are refused, ${ready} checked; the ${slow.length} slowest uploaded once; in ${Math.round((performance.now() - start) / 1000)} s`,
      holds: notEnded.length === 0 && server.isRunning(),
    },
    memoryRow(`sheets: the server's memory in ${rounds} rounds of hostile files`, memory),
  ];
}

async function uploadAll(
  server: BenchServer,
  rows: Rows,
  permitId: number,
  files: [name: string, bytes: () => Buffer][],
  round: number,
): Promise<Outcome[]> {
  // The page shows only the latest file of each name.
  const sent: { name: string; file: Awaited<ReturnType<typeof send>> }[] = [];
  for (const [name, bytes] of files)
    sent.push({ name, file: await send(server, permitId, bytes(), `${name} ${round}.pdf`) });
  await rows.whenIdle();
  const page = await sheetsPage(server, permitId);
  return sent.map(({ name, file }) => ({
    name,
    ...("refusal" in file ? { isEnded: true, words: file.refusal } : endOf(rows, page, file.id)),
  }));
}

async function sheetsPage({ url, cookies }: BenchServer, permitId: number): Promise<string> {
  const headers = { cookie: cookies.administrator };
  const response = await fetch(`${url}/permits/${permitId}/sheets`, { headers });
  return (await response.text()).replaceAll("&#x27;", "'");
}

function endOf(rows: Rows, page: string, id: number) {
  const { state, refusal } = rows.setOfFile(id) ?? {};
  if (state === "ready") return { isEnded: true, words: "ready" };
  if (state !== "refused" || !refusal) return { isEnded: false, words: state ?? "no set" };
  const words = refusalText(refusal as PlanSetRefusal);
  return { isEnded: page.includes(words), words };
}
