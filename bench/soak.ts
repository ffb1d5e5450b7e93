import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { BenchContext, Row } from "./bench";
import { countOf } from "./figures";
import { memoryRow } from "./memory-row";
import { memoryOf } from "./process-usage";
import { type BenchServer, startBenchServer } from "./servers";
import { permitFields } from "./writes";

const perSecond = 15;
const sampleInterval = 5_000;
const uploadBytes = 200_000;

/**
 * Opens every address in turn, and creates permits, uploads plan files and draws drafts of letters, for `--seconds 1800`.
 * Any response but the expected one ends it.
 */
export async function measure({ folderOf, log, permits, seconds }: BenchContext): Promise<Row[]> {
  const server = await startBenchServer(await folderOf(permits));
  try {
    const end = performance.now() + seconds * 1000;
    const memory: number[] = [];
    const done = { pages: 0, permits: 0, uploads: 0, letters: 0 };
    const until = async (interval: number, step: () => Promise<unknown>) => {
      while (performance.now() < end) await Promise.all([step(), pause(interval)]);
    };
    const pages = server.addresses.filter(({ isWhole }) => !isWhole);
    const [draft] = server.named(["administrator /permits/{readyPermit}/letter.pdf"]);
    await Promise.all([
      until(1000 / perSecond, async () => {
        const page = pages[done.pages % pages.length];
        done.pages += 1;
        if (page) await server.open(page);
      }),
      until(1000, () => createPermit(server).then(() => (done.permits += 1))),
      until(2000, () => upload(server).then(() => (done.uploads += 1))),
      until(5000, async () => {
        if (draft) await server.open(draft);
        done.letters += 1;
      }),
      until(sampleInterval, async () => memory.push(memoryOf(server.processId))),
    ]);
    log(`${done.pages} pages, ${done.permits} permits, ${done.uploads} uploads, ${done.letters} letters`);
    const minutes = Math.round(seconds / 60);
    return [memoryRow(`memory in ${minutes} minutes of mixed load, ${countOf(permits)} permits`, memory)];
  } finally {
    await server.stop();
  }
}

async function expectSuccess(what: string, response: Response): Promise<void> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${what}: ${response.status} ${text}`);
}

async function createPermit({ url, cookies, values }: BenchServer): Promise<void> {
  const key = randomUUID();
  const body = {
    ...permitFields,
    cityPermitNumber: `SOAK-${key}`,
    formKey: key,
    cityId: values.ids.largestCity,
  };
  const headers = { cookie: cookies.administrator, "content-type": "application/json", origin: url };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  await expectSuccess("A new permit", await fetch(`${url}/api/permits`, request));
}

async function upload({ url, cookies, values }: BenchServer): Promise<void> {
  const form = new FormData();
  const content = `%PDF-1.7 ${randomUUID()}`.padEnd(uploadBytes);
  form.append("files", new File([content], "plan.pdf", { type: "application/pdf" }));
  form.append("reviewCycle", "PC1");
  const request = { method: "POST", headers: { cookie: cookies.administrator, origin: url }, body: form };
  await expectSuccess(
    "An upload",
    await fetch(`${url}/api/permits/${values.ids.newestPermit}/files`, request),
  );
}
