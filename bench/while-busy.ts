import { Worker } from "node:worker_threads";
import type { BenchContext, Row } from "./bench";
import { countOf, median, megabytes, p99 } from "./figures";
import { type BenchServer, runSteadily, startBenchServer, warmUp } from "./servers";

const perSecond = 20;
const uploads = { files: 100, bytes: 10_000_000 };
const gates = { p99: 100, p99OfUploads: 500 };
const pagesOfOthers = ["reviewer /", "administrator /permits"];

type Disturbance = { name: string; program: string; workerData: object };

/** Measures the pages of others while somebody reads a whole list, prints, draws a letter or uploads many files. */
export async function measure({
  folderOf,
  log,
  permits,
  rounds,
  seconds,
  isChosen,
}: BenchContext): Promise<Row[]> {
  // All uploads of all rounds are to one permit.
  const server = await startBenchServer(await folderOf(permits), { MAX_PERMIT_MB: "1000000" });
  try {
    await warmUp(server);
    const disturbances = [...readersOf(server), uploadsTo(server)].filter(isChosen);
    const times = new Map<string, number[]>([
      ["nothing", []],
      ...disturbances.map(({ name }) => [name, []] as const),
    ] as [string, number[]][]);
    const load = { names: pagesOfOthers, perSecond, seconds: Math.min(seconds, 5) };
    for (let round = 1; round <= rounds; round += 1) {
      log(`Round ${round} of ${rounds}: ${disturbances.length} kinds of work`);
      times.get("nothing")?.push(p99(await runSteadily(server, load)));
      for (const disturbance of disturbances)
        times.get(disturbance.name)?.push(await p99During(server, disturbance, load));
    }
    return rowsOf(times, permits);
  } finally {
    await server.stop();
  }
}

/** Reads an address again and again: a program seldom accepts compressed responses, a browser always does. */
const readersOf = (server: BenchServer): Disturbance[] =>
  server.addresses
    .filter(({ isWhole }) => isWhole)
    .map(({ name, path, visitor }) => {
      const encoding = path.startsWith("/api") ? "identity" : "br";
      const headers = { cookie: server.cookies[visitor], "accept-encoding": encoding };
      return { name, program: "./whole-reader.js", workerData: { url: `${server.url}${path}`, headers } };
    });

const uploadName = `${uploads.files} uploads of ${megabytes(uploads.bytes)}`;

const uploadsTo = ({ url, cookies, values }: BenchServer): Disturbance => ({
  name: uploadName,
  program: "./upload-sender.js",
  workerData: {
    url: `${url}/api/permits/${values.ids.newestPermit}/files`,
    cookie: cookies.administrator,
    ...uploads,
  },
});

type Load = Parameters<typeof runSteadily>[1];

async function p99During(
  server: BenchServer,
  { name, program, workerData }: Disturbance,
  load: Load,
): Promise<number> {
  const worker = new Worker(new URL(program, import.meta.url), { workerData });
  const refused: number[] = [];
  worker.on("message", ({ statuses }: { statuses: number[] }) => {
    refused.push(...statuses.filter((status) => status >= 300));
  });
  const times = await runSteadily(server, load);
  await worker.terminate();
  if (refused.length > 0) throw new Error(`${name} was refused: ${refused[0]}`);
  return p99(times);
}

function rowsOf(times: Map<string, number[]>, permits: number): Row[] {
  const medians = [...times].map(([name, values]) => ({ name, p99: median(values) }));
  const alone = medians.find(({ name }) => name === "nothing")?.p99;
  const upload = medians.find(({ name }) => name === uploadName);
  const worst = medians
    .filter(({ name }) => name !== "nothing" && name !== uploadName)
    .toSorted((first, second) => second.p99 - first.p99)[0];
  const row = (what: string, gate: number, one: typeof worst): Row[] =>
    one
      ? [
          {
            what,
            gate: `${gate} ms`,
            measured: `${Math.round(one.p99)} ms (\`${one.name}\`); ${Math.round(alone ?? 0)} ms alone`,
            holds: one.p99 <= gate,
          },
        ]
      : [];
  return [
    ...row(
      `others' p99 while somebody reads a list, prints or draws, ${countOf(permits)} permits`,
      gates.p99,
      worst,
    ),
    ...row(`others' p99 during ${uploadName}`, gates.p99OfUploads, upload),
  ];
}
