import { startServer } from "../scripts/test-server";
import { readDataValues } from "./data-values";
import { countOf, median, short } from "./figures";
import { options } from "./options";
import type { BenchContext, Section } from "./part";
import { cpuTimeOf } from "./process-usage";
import { send, signIn } from "./request";

/** A session stays valid after a restart only with the same secret. */
const settings = { SESSION_SECRET: "0".repeat(64) };
const gate = 1000;

/** Measures the time from starting the server to its first page for a user who is signed in. */
export async function measure({ folderOf, rounds }: BenchContext): Promise<Section> {
  const folder = await folderOf(options.large);
  const { emails } = readDataValues(folder);
  const first = await startServer(folder, settings);
  const cookie = await signIn(first.url, emails.administrator).finally(first.stop);
  const starts: { toLogin: number; toPage: number; cpu: number }[] = [];
  for (let round = 0; round < rounds; round += 1) starts.push(await measureStart(folder, cookie));
  const time = median(starts.map(({ toPage }) => toPage));
  const seconds = (value: number) => `${(value / 1000).toFixed(2)} s`;
  return {
    title: `Start with ${countOf(options.large)} permits`,
    columns: ["round", "to the sign-in page", "to the list of permits", "CPU time"],
    rows: starts.map(({ toLogin, toPage, cpu }, index) => [
      String(index + 1),
      seconds(toLogin),
      seconds(toPage),
      seconds(cpu),
    ]),
    summary: [
      {
        what: `start to first page with ${countOf(options.large)} permits and all`,
        gate: "1 s",
        aim: "0.5 s",
        measured: `${short(time / 1000)} s`,
        holds: time <= gate,
      },
    ],
  };
}

async function measureStart(folder: string, cookie: string) {
  const start = performance.now();
  const server = await startServer(folder, settings);
  try {
    const toLogin = performance.now() - start;
    const { status } = await send(`${server.url}/permits`, { cookie });
    if (status !== 200) throw new Error(`The list of permits has the status ${status}`);
    return { toLogin, toPage: performance.now() - start, cpu: cpuTimeOf(server.processId) };
  } finally {
    await server.stop();
  }
}
