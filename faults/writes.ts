import { pathToFileURL } from "node:url";
import pg from "pg";
import type { Viewer } from "../app/models/policy";
import {
  createDatabase,
  type PostgresServer,
  runStatements,
  startPostgres,
} from "../scripts/postgres-server";
import { differences, ofNewPermits } from "./recount";
import type { Outcome, Task } from "./writer";
import { startWriters, type Writers } from "./writer-process";

// Three servers with eight writers each create permits in one database: nothing fails, no number is given twice, the
// counters are right, and cities do not wait for each other.

const servers = 3;
const writers = 8;
const numbersOfCities = [1, 5, 50];
const gates = { statements: 12, gain: 1.5 };

/** The two kinds of locks take turns so often, so that other work of the machine slows down both. */
const turns = 5;
/** With fewer permits the gain is an accident. */
const roundsThatMeasure = 20;

type Options = {
  /** The permits of each writer for each number of cities and kind of lock. */
  rounds: number;
  seed: number;
  report?: (line: string) => void;
};

/** An installation of its own, with cities that use corrections. */
type Installation = {
  client: pg.Client;
  processes: Writers;
  viewer: Viewer;
  cityIds: number[];
};

type Speeds = { single: number; cities: number };

const lockNames: Record<keyof Speeds, string> = { single: "a single lock", cities: "a lock for each" };

const citiesOf = (count: number) => (count === 1 ? "1 city" : `${count} cities`);

/**
 * Creates permits with a lock for each city and, to compare, with a single lock. Throws an error of one line when a gate
 * fails.
 */
export async function testWrites({ rounds, seed, report = () => {} }: Options): Promise<void> {
  const server = await startPostgres({ isDurable: true });
  const installations: Installation[] = [];
  try {
    const cities = await install(server, "cities", false);
    installations.push(cities);
    const single = rounds < roundsThatMeasure ? undefined : await install(server, "single", true);
    if (single) installations.push(single);
    for (const count of numbersOfCities) {
      const speeds = await measure({ single, cities }, count, { rounds, seed, report });
      if (single) checkGain(count, speeds, report);
    }
  } finally {
    await Promise.all(installations.map(stop));
    await server.stop();
  }
}

/** Throws if many cities do not write as much faster as they must. */
function checkGain(count: number, speeds: Speeds[], report: (line: string) => void): void {
  const gain = median(speeds.map((turn) => turn.cities / turn.single));
  report(lineOf(count, speeds, gain));
  if (count === Math.max(...numbersOfCities) && gain < gates.gain)
    throw new Error(`${citiesOf(count)} write ${gain.toFixed(2)} times as fast as with a single lock`);
}

async function install(server: PostgresServer, name: string, hasSingleLock: boolean): Promise<Installation> {
  await runStatements(`${server.url}/postgres`, createDatabase(name));
  const url = `${server.url}/${name}`;
  const processes = await startWriters(servers, url, hasSingleLock);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return { client, processes, ...(await insertCities(client, Math.max(...numbersOfCities))) };
}

async function stop({ client, processes }: Installation): Promise<void> {
  await client.end();
  await processes.stop();
}

/** Returns the permits per second of each turn. */
async function measure(
  both: { cities: Installation; single?: Installation },
  count: number,
  { rounds, seed, report }: Required<Options>,
): Promise<Speeds[]> {
  const permitsEach = Math.ceil(rounds / turns);
  const speeds: Speeds[] = [];
  const outcomes: Record<keyof Speeds, Outcome[]> = { single: [], cities: [] };
  for (let turn = 0; turn < Math.min(turns, rounds); turn += 1) {
    const speedOf = async (kind: keyof Speeds) => {
      const installation = both[kind];
      if (!installation) return 0;
      const { client, processes, viewer, cityIds } = installation;
      // Autovacuum does it at some moment of the first minute. Until then, the plans are those of empty tables, and slow.
      await client.query("analyze");
      const task = { viewer, cityIds: cityIds.slice(0, count), writers, permitsEach };
      const start = performance.now();
      const done = await processes.run({ ...task, seed: (seed * 1000 + count) * 1000 + turn * servers });
      outcomes[kind].push(...done);
      return (1000 * sumOf(done, "created")) / (performance.now() - start);
    };
    speeds.push({ single: await speedOf("single"), cities: await speedOf("cities") });
  }
  for (const kind of ["single", "cities"] as const) {
    const installation = both[kind];
    const title = `${citiesOf(count)}, ${lockNames[kind]}`;
    if (installation) await refuseWrong(title, installation, outcomes[kind], report);
  }
  return speeds;
}

async function refuseWrong(
  title: string,
  { client }: Installation,
  outcomes: Outcome[],
  report: (line: string) => void,
): Promise<void> {
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  const triedAgain = outcomes.flatMap((outcome) => outcome.triedAgain);
  const [created, refused] = [sumOf(outcomes, "created"), sumOf(outcomes, "refused")];
  const statements = sumOf(outcomes, "statements") / (created + refused);
  report(
    `${title}: ${created} created, ${refused} refused, ${failures.length} failed, ${statements.toFixed(1)} statements a permit, ${triedAgain.length} tried again ${[...new Set(triedAgain)].join(" ")}`.trim(),
  );
  const [difference] = await differences(client, ofNewPermits);
  const problem =
    (failures.length > 0 && `${failures.length} permits failed: ${failures[0]}`) ||
    (difference && `${difference.what}: ${difference.rows} rows differ`) ||
    (outcomes.some(({ created, found }) => created > 0 && found === 0) &&
      "a search does not find a new permit") ||
    (statements > gates.statements &&
      `${statements.toFixed(1)} statements a permit, not ${gates.statements}`);
  if (problem) throw new Error(`${title}: ${problem}`);
}

const sumOf = (outcomes: Outcome[], what: "created" | "refused" | "statements") =>
  outcomes.reduce((sum, outcome) => sum + outcome[what], 0);

const median = (numbers: number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

const lineOf = (count: number, speeds: Speeds[], gain: number) =>
  `${citiesOf(count)}: ${median(speeds.map(({ cities }) => cities)).toFixed(0)} permits/s with a lock for each, ${median(
    speeds.map(({ single }) => single),
  ).toFixed(0)} with a single lock, ${gain.toFixed(2)} times as fast`;

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
  const nobody = { cityId: null, employeeId: null, sessionId: null, profileImageUrl: null };
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
