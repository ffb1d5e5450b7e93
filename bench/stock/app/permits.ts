import { database } from "./database";

const pageSize = 10;

export type Permit = {
  id: number;
  number: string;
  revision: string | null;
  cityNumber: string | null;
  project: string;
  city: string;
  status: string;
  dueDate: string;
  reviewers: string[];
};

const permits = database.prepare<[number], Omit<Permit, "reviewers">>(`
  select permits.id, urban37_permit_number as number, revision_number as revision,
    city_permit_number as cityNumber, project_name as project, city_name as city, status,
    due_date as dueDate
  from permits join cities on cities.id = permits.city_id
  order by permits.id desc limit ?`);

const reviewers = database.prepare<[string], { permitId: number; name: string }>(`
  select distinct permits.id as permitId, concat(first_name, ' ', last_name) as name
  from assignments
  join permits on permits.id = assignments.permit_id and permits.review_cycle = assignments.review_cycle
  join employees on employees.id = assignments.employee_id
  join users on users.id = employees.user_id
  where permits.id in (select value from json_each(?))
  order by assignments.id`);

const total = database.prepare<[], number>("select coalesce(sum(permits), 0) from permit_counts").pluck();

const cities = database.prepare<[], { id: number; name: string }>(
  "select id, city_name as name from cities order by is_active desc, city_name",
);

/** Reads the newest ten permits, and what the filters of the page need. */
export function readPermits() {
  const rows = permits.all(pageSize);
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const names = Map.groupBy(reviewers.all(ids), ({ permitId }) => permitId);
  return {
    permits: rows.map(
      (row): Permit => ({ ...row, reviewers: (names.get(row.id) ?? []).map(({ name }) => name) }),
    ),
    total: total.get() ?? 0,
    cities: cities.all(),
  };
}
