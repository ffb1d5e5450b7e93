import { pathToFileURL } from "node:url";
import pg from "pg";
import { createDatabase, runStatements, startPostgres } from "../scripts/postgres-server";
import { differences, ofNewPermits, queryOf } from "./recount";
import type { Outcome, Task } from "./writer";
import { startWriters } from "./writer-process";

// Three servers with eight writers each create permits in one database: nothing fails, no number is given twice, and the
// counters are right.

const servers = 3;
const writers = 8;
const numberOfCities = 50;
/** The most statements of a new permit, with its transaction and what keeps lists and counters right. */
const maxStatements = 13;

type Options = {
  /** The permits of each writer. */
  rounds: number;
  seed: number;
  report?: (line: string) => void;
};

/** Creates permits at three servers at once. Throws an error of one line if any fails, or if counters are wrong. */
export async function testWrites({ rounds, seed, report = () => {} }: Options): Promise<void> {
  const server = await startPostgres({ isDurable: true });
  const url = `${server.url}/writes`;
  await runStatements(`${server.url}/postgres`, createDatabase("writes"));
  const processes = await startWriters(servers, url);
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { viewer, cityIds } = await insertCities(client, numberOfCities);
    const start = performance.now();
    const outcomes = await processes.run({
      viewer,
      cityIds,
      writers,
      permitsEach: rounds,
      seed: seed * servers,
    });
    const speed = (1000 * sumOf(outcomes, "created")) / (performance.now() - start);
    report(`${speed.toFixed(0)} permits/s`);
    await refuseWrong(client, outcomes, report);
  } finally {
    await client.end();
    await processes.stop();
    await server.stop();
  }
}

async function refuseWrong(
  client: pg.Client,
  outcomes: Outcome[],
  report: (line: string) => void,
): Promise<void> {
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  const [created, refused] = [sumOf(outcomes, "created"), sumOf(outcomes, "refused")];
  const statements = sumOf(outcomes, "statements") / (created + refused);
  report(
    `${created} created, ${refused} refused, ${failures.length} failed, ${statements.toFixed(1)} statements a permit`,
  );
  const [difference] = await differences(queryOf(client), ofNewPermits);
  const problem =
    (failures.length > 0 && `${failures.length} permits failed: ${failures[0]}`) ||
    (difference && `${difference.what}: ${difference.rows} rows differ`) ||
    (outcomes.some(({ created, found }) => created > 0 && found === 0) &&
      "a search does not find a new permit") ||
    (statements > maxStatements && `${statements.toFixed(1)} statements a permit, not ${maxStatements}`);
  if (problem) throw new Error(problem);
}

const sumOf = (outcomes: Outcome[], what: "created" | "refused" | "statements") =>
  outcomes.reduce((sum, outcome) => sum + outcome[what], 0);

/** Inserts an administrator, and cities that use corrections. */
async function insertCities(client: pg.Client, count: number): Promise<Pick<Task, "viewer" | "cityIds">> {
  const moment = "2026-11-02T09:00:00.000Z";
  const email = "dana@example.test";
  const { rows: users } = await client.query(
    "insert into users (email, role, first_name, created_at, updated_at) values ($1, 'admin', 'Dana', $2, $2) returning id",
    [email, moment],
  );
  const { rows: cities } = await client.query(
    `insert into cities (city_name, city_number, urban37_city_code, uses_corrections, created_at, updated_at)
     select 'City ' || number, '01', 'C' || number, true, $1, $1 from generate_series(1, $2) as number returning id`,
    [moment, count],
  );
  const nobody = {
    cityId: null,
    employeeId: null,
    sessionId: null,
    profileImageUrl: null,
    searchesOnSlash: true,
  };
  const viewer = {
    ...nobody,
    id: Number(users[0].id),
    role: "admin" as const,
    email,
    firstName: "Dana",
    lastName: null,
  };
  return { viewer, cityIds: cities.map(({ id }) => Number(id)) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [rounds = 100, seed = 1] = process.argv.slice(2).map(Number);
  await testWrites({ rounds, seed, report: console.log });
  console.log("Writes: all gates hold");
}
