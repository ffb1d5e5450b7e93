import { randomUUID } from "node:crypto";
import autocannon from "autocannon";
import type { BenchContext, Row } from "./bench";
import { countOf, median, short } from "./figures";
import { startBenchServer } from "./servers";

const connections = 16;
const seconds = 10;
const gate = 140;

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

/** Measures how many permits are created per second with those of ten firms. */
export async function measure({ folderOf, large, rounds, log }: BenchContext): Promise<Row[]> {
  const server = await startBenchServer(await folderOf(large));
  try {
    const rates: number[] = [];
    let count = 0;
    const bodyOf = () => {
      count += 1;
      const numbers = { cityPermitNumber: `BENCH-${count}`, formKey: randomUUID() };
      return JSON.stringify({ ...permitFields, ...numbers, cityId: server.values.ids.largestCity });
    };
    for (let round = 1; round <= rounds; round += 1) {
      const headers = {
        cookie: server.cookies.administrator,
        "content-type": "application/json",
        origin: server.url,
      };
      const result = await autocannon({
        url: `${server.url}/api/permits`,
        connections,
        duration: seconds,
        requests: [{ method: "POST", headers, setupRequest: (request) => ({ ...request, body: bodyOf() }) }],
      });
      if (result.errors + result.non2xx > 0)
        throw new Error(`Refused: ${JSON.stringify(result.statusCodeStats)}`);
      rates.push(result["2xx"] / result.duration);
      log(`Round ${round} of ${rounds}: ${short(rates.at(-1) ?? 0)} permits per second`);
    }
    return [
      {
        what: `writes with ${countOf(large)} permits, ${connections} connections, SQLite`,
        gate: `${gate} permits/s`,
        measured: `${short(median(rates))} permits/s`,
        holds: median(rates) >= gate,
      },
    ];
  } finally {
    await server.stop();
  }
}
