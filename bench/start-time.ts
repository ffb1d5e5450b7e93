import { startServer } from "../scripts/test-server";
import type { BenchContext, Row } from "./bench";
import { readDataValues } from "./data-values";
import { countOf, median } from "./figures";
import { send, signIn } from "./request";

/** A session stays valid after a restart only with the same secret. */
const settings = { SESSION_SECRET: "0".repeat(64) };
const gate = 1500;

/** Measures the time from starting the server to its first page for a user who is signed in. */
export async function measure({ folderOf, rounds, large }: BenchContext): Promise<Row[]> {
  const folder = await folderOf(large);
  const first = await startServer(folder, settings);
  const cookie = await signIn(first.url, readDataValues(folder).emails.administrator).finally(first.stop);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await measureStart(folder, cookie));
  return [
    {
      what: `start to first page with ${countOf(large)} permits`,
      gate: `${gate / 1000} s`,
      measured: `${(median(times) / 1000).toFixed(2)} s`,
      holds: median(times) <= gate,
    },
  ];
}

async function measureStart(folder: string, cookie: string): Promise<number> {
  const start = performance.now();
  const server = await startServer(folder, settings);
  try {
    const { status } = await send(`${server.url}/permits`, { cookie });
    if (status !== 200) throw new Error(`The list of permits has the status ${status}`);
    return performance.now() - start;
  } finally {
    await server.stop();
  }
}
