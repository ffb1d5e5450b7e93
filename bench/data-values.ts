import Database from "better-sqlite3";
import type { Visitor } from "./address-lists/address";

/** The rows of the data that the addresses name. One that the data do not have is null. */
export type DataValues = {
  ids: Record<string, string | number | null>;
  /** The number of rows of the lists that have pages. */
  totals: Record<string, number>;
  /** The email address of the user who opens the addresses of each visitor. */
  emails: Record<Exclude<Visitor, "signedOut">, string>;
};

/** The row that most rows of a table belong to, by a column of the table. */
const busiest = (table: string, column: string, direction = "desc") =>
  `select ${column} from ${table} where ${column} is not null group by ${column} order by count(*) ${direction}, 1 limit 1`;

const newest = (table: string, condition = "true", column = "id") =>
  `select ${column} from ${table} where ${condition} order by id desc limit 1`;

const ids = {
  largestCity: "select city_id from permit_counts group by city_id order by sum(permits) desc limit 1",
  smallestCity: "select city_id from permit_counts group by city_id order by sum(permits), city_id limit 1",
  permit: busiest("comments", "permit_id"),
  newestPermit: newest("permits"),
  oldestPermit: "select min(id) from permits",
  busiestReviewer: busiest("assignments", "employee_id"),
  standardComment: "select max(id) from standard_comments",
  picture: "select profile_image_path from users where profile_image_path is not null limit 1",
};

type Known = Record<keyof typeof ids, string | number | null>;

const ofPermit = ({ permit }: Known) => `permit_id = ${permit}`;
const ofCity = ({ largestCity }: Known) => `city_id = ${largestCity}`;

/** These depend on the ids above. */
const dependentIds: Record<string, (known: Known) => string> = {
  assignment: (known) => newest("assignments", ofPermit(known)),
  assignedPermit: ({ busiestReviewer }) =>
    newest("assignments", `employee_id = ${busiestReviewer}`, "permit_id"),
  file: (known) => `select coalesce((${newest("plan_files", ofPermit(known))}), max(id)) from plan_files`,
  comment: (known) => newest("comments", ofPermit(known)),
  earlierComment: (known) =>
    `select id from comments where ${ofPermit(known)} order by created_at, id limit 1 offset (select count(*) / 2 from comments where ${ofPermit(known)})`,
  timeEntry: (known) => newest("time_entries", ofPermit(known)),
  fee: (known) => newest("city_fees", ofCity(known)),
  pricing: (known) => newest("city_pricing", ofCity(known)),
  cityUser: (known) => newest("users", `role = 'city' and ${ofCity(known)}`),
};

const canSignIn = "is_active and password_hash is not null";

/** The user of a city with the most permits. */
const cityUser = `select users.id from users join permit_counts on permit_counts.city_id = users.city_id
  where role = 'city' and ${canSignIn} group by users.id order by sum(permits) desc, users.id limit 1`;

const emails: Record<keyof DataValues["emails"], (known: Known) => string> = {
  administrator: () => `select email from users where role = 'admin' and ${canSignIn} order by id limit 1`,
  reviewer: ({ busiestReviewer }) =>
    `select email from users join employees on employees.user_id = users.id where employees.id = ${busiestReviewer}`,
  city: () => `select email from users where id = (${cityUser})`,
};

const totals: Record<string, (known: Known) => string> = {
  permits: () => "select sum(permits) from permit_counts",
  permitsOfStatus: () => "select sum(permits) from permit_counts where status = 'in_process'",
  permitsOnHold: () => "select sum(permits) from permit_counts where status = 'hold'",
  permitsOfCity: (known) => `select sum(permits) from permit_counts where ${ofCity(known)}`,
  permitsOfBoth: (known) =>
    `select sum(permits) from permit_counts where status = 'in_process' and ${ofCity(known)}`,
  work: () => "select count(*) from assignments",
  workOfReviewer: ({ busiestReviewer }) =>
    `select count(*) from assignments where employee_id = ${busiestReviewer}`,
  fees: (known) => `select count(*) from city_fees where ${ofCity(known)}`,
  cities: () => "select count(*) from cities",
  employees: () => "select count(*) from employees",
  standardComments: () => "select count(*) from standard_comments",
  emails: () => "select count(*) from mail_outbox",
};

/** Reads what the addresses need from the data in a folder. Takes seconds in a large database. */
export function readDataValues(folder: string): DataValues {
  const database = new Database(`${folder}/redline.db`, { readonly: true });
  const value = <Value>(query: string) => (database.prepare(query).pluck().get() ?? null) as Value;
  const valuesOf = <Value>(queries: Record<string, string>): Record<string, Value> =>
    Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, value<Value>(query)]));
  const withKnown = (queries: Record<string, (known: Known) => string>, known: Known) =>
    Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, query(known)]));
  try {
    const known = valuesOf<string | number | null>(ids) as Known;
    return {
      ids: {
        ...known,
        ...valuesOf<string | number | null>(withKnown(dependentIds, known)),
        permitOfCityUser: value(
          newest("permits", `city_id = (select city_id from users where id = (${cityUser}))`),
        ),
      },
      totals: valuesOf<number>(withKnown(totals, known)),
      emails: valuesOf<string>(withKnown(emails, known)) as DataValues["emails"],
    };
  } finally {
    database.close();
  }
}
