import pg from "pg";
import type { Acknowledged } from "./load";

/** What triggers count, and the same counted again. Each query returns the rows that differ. */
const counters = {
  permit_counts: `select city_id, status, sum(permits) as permits, sum(assigned) as assigned from (
      select city_id, status, permits, assigned from permit_counts
      union all select city_id, status, -count(*), -count(*) filter (where is_assigned) from permits group by 1, 2
    ) as both_counts group by 1, 2 having sum(permits) <> 0 or sum(assigned) <> 0`,
  assignment_counts: `select employee_id, status from (
      select employee_id, status, assignments from assignment_counts
      union all select employee_id, status, -count(*) from assignments where is_current group by 1, 2
    ) as both_counts group by 1, 2 having sum(assignments) <> 0`,
  due_counts: `select due_date from (
      select due_date, assignments from due_counts
      union all select employee_due_date, -count(*) from assignments
        where is_open and employee_due_date is not null group by 1
    ) as both_counts group by 1 having sum(assignments) <> 0`,
  plan_check_counts: `select word, city_id from (
      select word, city_id, plan_checks from plan_check_counts
      union all select word, city_id, -count(*) from listed_plan_checks group by 1, 2
    ) as both_counts group by 1, 2 having sum(plan_checks) <> 0`,
  plan_check_due_counts: `select due_date from (
      select due_date, plan_checks from plan_check_due_counts
      union all select due_date, -count(*) from listed_plan_checks where is_in_review group by 1
    ) as both_counts group by 1 having sum(plan_checks) <> 0`,
  mail_counts: `select status from (
      select status, emails from mail_counts union all select status, -count(*) from mail_outbox group by 1
    ) as both_counts group by 1 having sum(emails) <> 0`,
  plan_checks_to_list: "select permit_id from plan_checks_to_list",
  numbers: `select upper(urban37_permit_number) from permits
    group by 1, coalesce(revision_number, '') having count(*) > 1`,
};

/** Throws if a counter differs from its rows, or a number was given twice. */
export async function checkCounters(database: string): Promise<void> {
  await withClient(database, async (client) => {
    for (const [name, query] of Object.entries(counters)) {
      const { rows } = await client.query(query);
      if (rows.length > 0)
        throw new Error(`${name}: ${rows.length} rows are wrong: ${JSON.stringify(rows[0])}`);
    }
  });
}

/** Throws if a permit that a client was told of is not there exactly once, with its number. */
export async function checkAcknowledged(database: string, acknowledged: Acknowledged[]): Promise<void> {
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

async function withClient<Result>(
  database: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
