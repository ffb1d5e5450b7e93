import type pg from "pg";

export type Difference = { what: string; rows: number };

/** What is stored, and what it must be: two queries whose rows are the same. */
const recounts: [what: string, stored: string, counted: string][] = [
  [
    "permit_counts",
    "select city_id, status, permits, assigned from permit_counts where permits <> 0",
    "select city_id, status, count(*), sum(is_assigned::int) from permits group by 1, 2",
  ],
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
    "numbers that were given once",
    "select count(*) from permits",
    "select count(distinct (upper(urban37_permit_number), coalesce(revision_number, ''))) from permits",
  ],
  [
    "listed_plan_checks",
    "select permit_id, city_id, due_date from listed_plan_checks",
    "select id, city_id, due_date from permits",
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
  [
    "permits with an audit event",
    "select subject_id from audit_events where subject = 'permit' and action = 'permit.created'",
    "select id from permits",
  ],
];

/** Returns what differs from a recount. */
export async function differences(client: pg.Client): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const [what, stored, counted] of recounts) {
    const text = `select count(*)::int as rows from ((${stored}) except all (${counted}) union all ((${counted}) except all (${stored}))) as differing`;
    const { rows } = await client.query<{ rows: number }>(text);
    if (rows[0]?.rows) found.push({ what, rows: rows[0].rows });
  }
  return found;
}
