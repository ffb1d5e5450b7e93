import pg from "pg";
import type { Acknowledged } from "./load";

export type Difference = { what: string; rows: number };

/** What is stored, and what it must be: two queries whose rows are the same. */
type Recount = [what: string, stored: string, counted: string];

export type Row = Record<string, unknown>;

/** Returns the rows of a query. */
export type Query = (text: string) => Promise<Row[]> | Row[];

/** What triggers count, in any SQLite or PostgreSQL database. */
const counters: Recount[] = [
  [
    "permit_counts",
    "select city_id, status, permits, assigned from permit_counts where permits <> 0",
    "select city_id, status, count(*), sum(cast(is_assigned as integer)) from permits group by 1, 2",
  ],
  [
    "numbers that were given once",
    "select count(*) from permits",
    "select count(*) from (select distinct upper(urban37_permit_number), coalesce(revision_number, '') from permits) as numbers",
  ],
  [
    "plan_check_counts",
    "select word, city_id, plan_checks from plan_check_counts where plan_checks <> 0",
    "select word, city_id, count(*) from listed_plan_checks group by 1, 2",
  ],
  [
    "plan_check_due_counts",
    "select due_date, plan_checks from plan_check_due_counts where plan_checks <> 0",
    "select due_date, count(*) from listed_plan_checks where is_in_review group by 1",
  ],
  [
    "assignment_counts",
    "select employee_id, status, assignments from assignment_counts where assignments <> 0",
    "select employee_id, status, count(*) from assignments where is_current group by 1, 2",
  ],
  [
    "due_counts",
    "select due_date, assignments from due_counts where assignments <> 0",
    "select employee_due_date, count(*) from assignments where is_open and employee_due_date is not null group by 1",
  ],
  [
    "mail_counts",
    "select status, emails from mail_counts where emails <> 0",
    "select status, count(*) from mail_outbox group by 1",
  ],
  [
    "uses of standard comments",
    "select id, uses from standard_comments where uses <> 0",
    "select standard_comment_id, count(*) from corrections where standard_comment_id is not null group by 1",
  ],
  ["permits to list", "select permit_id from plan_checks_to_list", "select id from permits where false"],
];

/** What holds on PostgreSQL where all permits are new ones of 2026, in cities that use corrections. */
export const ofNewPermits: Recount[] = [
  [
    "permit_number_counters",
    "select city_id, year, highest from permit_number_counters",
    `select city_id, permit_creation_year, max(substr(urban37_permit_number, length(urban37_city_code) + 5)::bigint)
     from permits join cities on cities.id = city_id
     where starts_with(urban37_permit_number, urban37_city_code || '-26-') group by 1, 2`,
  ],
  [
    "the numbers of a city without a gap",
    "select city_id, highest from permit_number_counters",
    `select city_id, count(*) from permits join cities on cities.id = city_id
     where starts_with(urban37_permit_number, urban37_city_code || '-26-') group by 1`,
  ],
  [
    "listed_plan_checks",
    "select permit_id, city_id, due_date from listed_plan_checks",
    "select id, city_id, due_date from permits",
  ],
  [
    "permits with an audit event",
    "select subject_id from audit_events where subject = 'permit' and action = 'permit.created'",
    "select id from permits",
  ],
];

/** What holds for permits of a load, whatever else is in the database. */
export const ofLoadedPermits: Recount[] = [
  [
    "permits with an audit event",
    `select subject_id from audit_events join permits on permits.id = subject_id
     where subject = 'permit' and action = 'permit.created' and project_name like 'Permit ________-%'`,
    "select id from permits where project_name like 'Permit ________-%'",
  ],
];

/** Returns what differs from a recount: of the counters, and of what else is passed. */
export async function differences(query: Query, others: Recount[] = []): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const [what, stored, counted] of [...counters, ...others]) {
    const rows = differing(await query(stored), await query(counted));
    if (rows > 0) found.push({ what, rows });
  }
  return found;
}

/** The number of rows that only one of both has, or has more often. */
function differing(stored: Row[], counted: Row[]): number {
  const surplus = new Map<string, number>();
  // PostgreSQL's driver returns large numbers as texts.
  const keyOf = (row: Row) => JSON.stringify(Object.values(row).map(String));
  for (const row of stored) surplus.set(keyOf(row), (surplus.get(keyOf(row)) ?? 0) + 1);
  for (const row of counted) surplus.set(keyOf(row), (surplus.get(keyOf(row)) ?? 0) - 1);
  return [...surplus.values()].reduce((sum, times) => sum + Math.abs(times), 0);
}

/** Throws if something differs. */
export async function refuseDifferences(query: Query, others?: Recount[]): Promise<void> {
  const found = await differences(query, others);
  if (found.length > 0) throw new Error(`Wrong counts: ${JSON.stringify(found)}`);
}

export const queryOf =
  (client: pg.Client): Query =>
  async (text) =>
    (await client.query<Row>(text)).rows;

/** Throws if a counter differs from its rows, or a number was given twice. */
export async function checkCounters(database: string): Promise<void> {
  await withClient(database, async (client) => {
    // Servers send emails meanwhile.
    await client.query("begin isolation level repeatable read, read only");
    await refuseDifferences(queryOf(client));
  });
}

/** Throws if a permit that was acknowledged is not there exactly once, with its number. */
export async function checkAcknowledged(database: string, all: Acknowledged[]): Promise<void> {
  // Clients go on while the rows are read.
  const acknowledged = [...all];
  const rows = await withClient(database, (client) =>
    client.query<{ id: number; name: string; number: string }>(
      "select id, project_name as name, urban37_permit_number as number from permits",
    ),
  );
  const found = Map.groupBy(rows.rows, ({ name }) => name);
  const wrong = acknowledged.filter(({ name, id, number }) => {
    const [row, ...others] = found.get(name) ?? [];
    return others.length > 0 || Number(row?.id) !== id || row?.number !== number;
  });
  const [first] = wrong;
  if (first)
    throw new Error(
      `${wrong.length} acknowledged permits are lost or there twice, as ${JSON.stringify(first)}`,
    );
}

export async function withClient<Result>(
  database: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: database });
  // If the database ends, the query throws too.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
