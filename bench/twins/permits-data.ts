import type Database from "better-sqlite3";
import { formatDate } from "../../app/models/calendar-date";
import { pageCount, pageSize } from "../../app/models/paging";
import { type PermitStatus, permitDueStatus, permitStatuses } from "../../app/models/permits/permit";
import { displayName } from "../../app/models/person";
import { today } from "./dates";

/** The first page of permits, as all peers show it: ready to render, because a peer needs no rules. */
export type PageData = {
  rows: PermitRow[];
  total: number;
  pages: number;
  cities: { id: number; name: string }[];
  statuses: { value: string; label: string }[];
};

export type PermitRow = {
  id: number;
  number: string;
  revision: string | null;
  /** The city's own number and the project's name. */
  details: string;
  city: string;
  status: { label: string; tone: string };
  reviewer: string | null;
  moreReviewers: number;
  due: { date: string; isLate: boolean; note: string | null };
};

type StoredPermit = {
  id: number;
  number: string;
  revision: string | null;
  cityNumber: string | null;
  project: string;
  city: string;
  status: PermitStatus;
  dueDate: string;
};

type Reviewer = {
  permitId: number;
  userId: number;
  firstName: string | null;
  lastName: string | null;
  email: string;
};

/** Returns a function that reads the page of permits with as few queries as possible. */
export function permitsReader(database: Database.Database): () => PageData {
  const permits = database.prepare<[number], StoredPermit>(`
    select permits.id, urban37_permit_number as number, revision_number as revision,
      city_permit_number as cityNumber, project_name as project, city_name as city, status,
      due_date as dueDate
    from permits join cities on cities.id = permits.city_id
    order by permits.id desc limit ?`);
  const reviewers = database.prepare<[string], Reviewer>(`
    select permits.id as permitId, users.id as userId, first_name as firstName, last_name as lastName, email
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
  const statuses = Object.entries(permitStatuses).map(([value, { label }]) => ({ value, label }));

  return () => {
    const stored = permits.all(pageSize);
    const assigned = Map.groupBy(
      reviewers.all(JSON.stringify(stored.map(({ id }) => id))),
      ({ permitId }) => permitId,
    );
    const day = today();
    const permitCount = total.get() ?? 0;
    return {
      rows: stored.map((permit) => rowOf(permit, assigned.get(permit.id) ?? [], day)),
      total: permitCount,
      pages: pageCount(permitCount),
      cities: cities.all(),
      statuses,
    };
  };
}

function rowOf(permit: StoredPermit, assigned: Reviewer[], day: string): PermitRow {
  const { id, number, revision, city, status } = permit;
  const names = new Map(assigned.map((reviewer) => [reviewer.userId, displayName(reviewer)]));
  const [reviewer = null] = names.values();
  const due = permitDueStatus(permit, day);
  return {
    id,
    number,
    revision,
    details: [permit.cityNumber, permit.project].filter(Boolean).join(" · "),
    city,
    status: permitStatuses[status],
    reviewer,
    moreReviewers: Math.max(0, names.size - 1),
    due: { date: formatDate(permit.dueDate), isLate: due?.tone === "red", note: due?.label ?? null },
  };
}
