import { randomUUID } from "node:crypto";
import autocannon from "autocannon";
import type { BenchContext, Row } from "./bench";
import { countOf, median, short } from "./figures";
import { type BenchServer, startBenchServer } from "./servers";

const connections = 16;
const seconds = 10;

/** The city permit numbers of the created permits begin with it. */
export const createdPrefix = "BENCH-";

export const permitFields = {
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

/** Measures how many permits are created per second with those of ten firms. */
export async function measure({ folderOf, large, ...context }: BenchContext): Promise<Row[]> {
  const server = await startBenchServer(await folderOf(large));
  try {
    return [await writesTo(server, { permits: large, database: "SQLite", gate: 140 }, context)];
  } finally {
    await server.stop();
  }
}

type Writes = { permits: number; database: "SQLite" | "PostgreSQL"; gate: number };

/** Measures how many permits a server creates per second. */
export async function writesTo(
  server: BenchServer,
  { permits, database, gate }: Writes,
  { rounds, log }: Pick<BenchContext, "rounds" | "log">,
): Promise<Row> {
  const rates: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    rates.push(await permitsPerSecond(server));
    log(`Round ${round} of ${rounds}: ${short(rates.at(-1) ?? 0)} permits per second`);
  }
  const rate = median(rates);
  const what = `writes with ${countOf(permits)} permits, ${connections} connections, ${database}`;
  return { what, gate: `${gate} permits/s`, measured: `${short(rate)} permits/s`, holds: rate >= gate };
}

async function permitsPerSecond({ url, cookies, values }: BenchServer): Promise<number> {
  const headers = { cookie: cookies.administrator, "content-type": "application/json", origin: url };
  const bodyOf = () => {
    const key = randomUUID();
    const numbers = { cityPermitNumber: `${createdPrefix}${key}`, formKey: key };
    return JSON.stringify({ ...permitFields, ...numbers, cityId: values.ids.largestCity });
  };
  const result = await autocannon({
    url: `${url}/api/permits`,
    connections,
    duration: seconds,
    requests: [{ method: "POST", headers, setupRequest: (request) => ({ ...request, body: bodyOf() }) }],
  });
  if (result.errors + result.non2xx > 0)
    throw new Error(`Refused: ${JSON.stringify(result.statusCodeStats)}`);
  return result["2xx"] / result.duration;
}
