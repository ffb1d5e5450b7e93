import { join } from "node:path";
import autocannon from "autocannon";
import type { WebServer } from "../scripts/test-server";
import type { BenchContext, Row } from "./bench";
import { median } from "./figures";
import { cpuTimeOf } from "./process-usage";
import { startBenchServer, startStock } from "./servers";

const permits = 10_000;
const seconds = 4;
/** How many times as many pages as the stock app Redline renders in the same CPU time. */
const gate = 1;

type Page = { name: string; server: WebServer; path: string; cookie?: string; speeds: number[] };

/** Measures four pages of the built app and the stock app's page, one after another in rounds, with brotli. */
export async function measure({ folderOf, rounds, log }: BenchContext): Promise<Row[]> {
  const folder = await folderOf(permits);
  const server = await startBenchServer(folder);
  try {
    const stock = await startStock(join(folder, "redline.db"));
    try {
      const { administrator: cookie } = server.cookies;
      const paths = ["/permits", `/permits/${server.values.ids.permit}`, "/", "/plan-check-calendar"];
      const names = ["/permits", "a permit", "/", "/plan-check-calendar"];
      const pages: Page[] = paths.map((path, index) => ({
        name: names[index] ?? path,
        server,
        path,
        cookie,
        speeds: [],
      }));
      const plain: Page = { name: "stock", server: stock, path: "/permits", speeds: [] };
      for (const page of [...pages, plain]) await pagesPerCpuSecond(page);
      for (let round = 1; round <= rounds; round += 1) {
        log(`Round ${round} of ${rounds}`);
        for (const page of [...pages, plain]) page.speeds.push(await pagesPerCpuSecond(page));
      }
      return pages.map((page) => rowOf(page, plain));
    } finally {
      await stock.stop();
    }
  } finally {
    await server.stop();
  }
}

async function pagesPerCpuSecond({ server, path, cookie = "" }: Page): Promise<number> {
  const start = cpuTimeOf(server.processId);
  const headers = { cookie, "accept-encoding": "br" };
  const result = await autocannon({
    url: `${server.url}${path}`,
    headers,
    connections: 4,
    duration: seconds,
  });
  if (result.errors + result.non2xx > 0) throw new Error(`GET ${path}: ${result.non2xx} were refused`);
  return result["2xx"] / ((cpuTimeOf(server.processId) - start) / 1000);
}

function rowOf({ name, speeds }: Page, stock: Page): Row {
  const ratio = median(speeds.map((speed, round) => speed / (stock.speeds[round] ?? Number.NaN)));
  return {
    what: `pages per CPU second with brotli: ${name}`,
    gate: `${gate} × the stock page`,
    measured: `${ratio.toFixed(2)} × (${Math.round(median(speeds))}; stock ${Math.round(median(stock.speeds))})`,
    holds: ratio >= gate,
  };
}
