import { setTimeout as pause } from "node:timers/promises";
import { type PlanSetRefusal, refusalText } from "../app/models/sheets/plan-set";
import type { BenchContext, Row } from "./bench";
import { megabytes } from "./figures";
import { hostileFiles } from "./hostile-files";
import { type Rows, upload } from "./plan-set-upload";
import { memoryOf } from "./process-usage";
import type { BenchServer } from "./servers";

const rounds = 5;
const gate = 30_000_000;

type Outcome = { name: string; isEnded: boolean; words: string };

/** Uploads hostile files again and again, and sees how each ends and what stays in the server's memory. */
export async function measureHostileFiles(
  server: BenchServer,
  rows: Rows,
  permitId: number,
  log: BenchContext["log"],
): Promise<Row[]> {
  const files = await hostileFiles();
  const memory: number[] = [];
  const outcomes: Outcome[] = [];
  const start = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    const ids: number[] = [];
    for (const { bytes } of files) ids.push(await upload(server, permitId, bytes));
    await rows.whenIdle();
    const page = await pageOf(server, permitId);
    outcomes.push(...ids.map((id, index) => outcomeOf(rows, page, id, files[index]?.name ?? "")));
    await pause(2000);
    memory.push(memoryOf(server.processId));
  }
  for (const { name, words } of outcomes.slice(0, files.length)) log(`${name}: ${words}`);
  log(`Memory after each round: ${memory.map(megabytes).join(", ")}`);
  const notEnded = outcomes.filter(({ isEnded }) => !isEnded);
  const [first = 0, last = 0] = [memory[0], memory.at(-1)];
  const refused = outcomes.slice(0, files.length).filter(({ words }) => words !== "ready").length;
  const seconds = Math.round((performance.now() - start) / 1000);
  return [
    {
      what: `sheets: ${files.length} hostile files, ${rounds} times, without a refusal in words or a checked set`,
      gate: "none",
      measured: `${notEnded.length}; ${refused} are refused, ${files.length - refused} checked; in ${seconds} s`,
      holds: notEnded.length === 0 && server.isRunning(),
    },
    {
      what: `sheets: memory of the server after ${rounds} rounds of hostile files, over that after one`,
      gate: megabytes(gate),
      measured: `${megabytes(last - first)} (${megabytes(first)} to ${megabytes(last)})`,
      holds: last - first <= gate,
    },
  ];
}

async function pageOf({ url, cookies }: BenchServer, permitId: number): Promise<string> {
  const response = await fetch(`${url}/permits/${permitId}/sheets`, { headers: { cookie: cookies.administrator } });
  return (await response.text()).replaceAll("&#x27;", "'");
}

function outcomeOf(rows: Rows, page: string, planFileId: number, name: string): Outcome {
  const { state, refusal } = rows.setOfFile(planFileId) ?? {};
  if (state === "ready") return { name, isEnded: true, words: "ready" };
  if (state !== "refused" || !refusal) return { name, isEnded: false, words: state ?? "no set" };
  const words = refusalText(refusal as PlanSetRefusal);
  return { name, isEnded: page.includes(words), words };
}
