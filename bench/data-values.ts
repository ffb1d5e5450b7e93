import Database from "better-sqlite3";
import type { Visitor } from "./addresses";

/** The rows of the data that the addresses name. One that the data do not have is null. */
export type DataValues = {
  ids: Record<string, string | number | null>;
  /** The email address of the user who opens the addresses of each visitor. */
  emails: Record<Exclude<Visitor, "signedOut">, string>;
};

/** The row that most rows of a table belong to, by a column of the table. */
const busiest = (table: string, column: string, direction = "desc") =>
  `select ${column} from ${table} where ${column} is not null group by ${column} order by count(*) ${direction}, 1 limit 1`;

const newest = (table: string, condition = "true", column = "id") =>
  `select ${column} from ${table} where ${condition} order by id desc limit 1`;

/** A column of the open assignment of a reviewer that has most open corrections in its discipline. */
const rowOfMostCorrections = ({ busiestReviewer }: Known, column: string) =>
  `select ${column} from assignments join corrections using (permit_id, discipline) where employee_id = ${busiestReviewer} and is_open and corrections.status = 'open' group by assignments.id order by count(*) desc, assignments.id desc limit 1`;

const canSignIn = "is_active and password_hash is not null";

const administrator = `select id from users where role = 'admin' and ${canSignIn} order by id limit 1`;
const ofAdministrator = `user_id = (${administrator})`;

/** The newest rows as the fields of their ticks, as many as a form may have. */
const ticked = (table: string, condition = "true") =>
  `select group_concat('ticked=' || id || '@' || updated_at, '&') from (select id, updated_at from ${table} where ${condition} order by id desc limit 100)`;

const ids = {
  largestCity: "select city_id from permit_counts group by city_id order by sum(permits) desc limit 1",
  smallestCity: "select city_id from permit_counts group by city_id order by sum(permits), city_id limit 1",
  permit: busiest("comments", "permit_id"),
  newestPermit: newest("permits"),
  oldestPermit: "select min(id) from permits",
  busiestReviewer: busiest("assignments", "employee_id"),
  standardComment: "select max(id) from standard_comments",
  tickedPermits: ticked("permits"),
  tickedAssignments: ticked("assignments"),
  permitsView: newest("saved_views", `list = 'permits' and ${ofAdministrator}`),
  calendarView: newest("saved_views", `list = 'calendar' and ${ofAdministrator}`),
  // The longest of the newest ones: reading the size of all would take minutes.
  letter:
    "select id from (select id, length(content) as size from letters order by id desc limit 1000) order by size desc, id desc limit 1",
  readyPermit:
    "select permit_id from listed_plan_checks where word = 'ready' order by disciplines desc, permit_id desc limit 1",
  picture: "select profile_image_path from users where profile_image_path is not null limit 1",
};

/** A column of a row that is written by the user of an employee. */
const ofReviewer = ({ busiestReviewer }: Known) =>
  `author_id = (select user_id from employees where id = ${busiestReviewer})`;

type Known = Record<keyof typeof ids, string | number | null>;

const ofPermit = ({ permit }: Known) => `permit_id = ${permit}`;
const ofCity = ({ largestCity }: Known) => `city_id = ${largestCity}`;

/** These depend on the ids above. */
const dependentIds: Record<string, (known: Known) => string> = {
  assignment: (known) => newest("assignments", ofPermit(known)),
  assignedPermit: ({ busiestReviewer }) =>
    newest("assignments", `employee_id = ${busiestReviewer}`, "permit_id"),
  file: () => newest("plan_files"),
  sheet: () => newest("sheets"),
  sheetPermit: () => newest("sheets", "true", "permit_id"),
  permitOfFile: () => newest("plan_files", "true", "permit_id"),
  correctedPermit: (known) => rowOfMostCorrections(known, "assignments.permit_id"),
  correctedAssignment: (known) => rowOfMostCorrections(known, "assignments.id"),
  correction: (known) => rowOfMostCorrections(known, "max(corrections.id)"),
  letterPermit: ({ letter }) => `select permit_id from letters where id = ${letter}`,
  letterFile: ({ letter }) =>
    `select max(plan_files.id) from plan_files join letters using (permit_id) where letters.id = ${letter}`,
  readyCycle: ({ readyPermit }) => `select review_cycle from permits where id = ${readyPermit}`,
  readyAssignment: ({ readyPermit }) =>
    newest("assignments", `permit_id = ${readyPermit} and is_current and decision is not null`),
  comment: (known) => newest("comments", ofPermit(known)),
  reviewerComment: (known) => newest("comments", ofReviewer(known)),
  permitOfReviewerComment: (known) => newest("comments", ofReviewer(known), "permit_id"),
  draft: () => newest("corrections", isDraft),
  permitOfDraft: () => newest("corrections", isDraft, "permit_id"),
  issuedPermit: () => permitOfCurrentLetter("true"),
  earlierComment: (known) =>
    `select id from comments where ${ofPermit(known)} order by created_at, id limit 1 offset (select count(*) / 2 from comments where ${ofPermit(known)})`,
  timeEntry: (known) => newest("time_entries", ofPermit(known)),
  fee: (known) => newest("city_fees", ofCity(known)),
  unpaidFee: (known) => newest("city_fees", `${ofCity(known)} and date_paid is null`),
  tickedFees: (known) => ticked("city_fees", ofCity(known)),
  pricing: (known) => newest("city_pricing", ofCity(known)),
  cityUser: (known) => newest("users", `role = 'city' and ${ofCity(known)}`),
};

const isDraft = "first_letter_id is null and status = 'open'";

/** A permit with a letter of its current review cycle. */
const permitOfCurrentLetter = (condition: string) =>
  `select permits.id from letters join permits on permits.id = permit_id and permits.review_cycle = letters.review_cycle where ${condition} order by letters.id desc limit 1`;

/** The user of a city with the most permits. */
const cityUser = `select users.id from users join permit_counts on permit_counts.city_id = users.city_id
  where role = 'city' and ${canSignIn} group by users.id order by sum(permits) desc, users.id limit 1`;

const ofCityUser = `select city_id from users where id = (${cityUser})`;

/** A column of the newest letter of that user's city. */
const letterOfCity = (column: string) =>
  `select ${column} from letters join permits on permits.id = permit_id where city_id = (${ofCityUser}) order by letters.id desc limit 1`;

/** A column of the newest sheet of that user's city. */
const sheetOfCity = (column: string) =>
  `select ${column} from sheets join permits on permits.id = permit_id where city_id = (${ofCityUser}) order by sheets.id desc limit 1`;

const emails: Record<keyof DataValues["emails"], (known: Known) => string> = {
  administrator: () => `select email from users where id = (${administrator})`,
  reviewer: ({ busiestReviewer }) =>
    `select email from users join employees on employees.user_id = users.id where employees.id = ${busiestReviewer}`,
  city: () => `select email from users where id = (${cityUser})`,
};

/** Reads what the addresses need from the data in a folder. Takes seconds in a large database. */
export function readDataValues(folder: string): DataValues {
  const database = new Database(`${folder}/redline.db`, { readonly: true });
  try {
    return dataValuesOf(database);
  } finally {
    database.close();
  }
}

export function dataValuesOf(database: Database.Database): DataValues {
  const value = <Value>(query: string) => (database.prepare(query).pluck().get() ?? null) as Value;
  const valuesOf = <Value>(queries: Record<string, string>): Record<string, Value> =>
    Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, value<Value>(query)]));
  const withKnown = (queries: Record<string, (known: Known) => string>, known: Known) =>
    Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, query(known)]));
  const known = valuesOf<string | number | null>(ids) as Known;
  return {
    ids: {
      ...known,
      ...valuesOf<string | number | null>(withKnown(dependentIds, known)),
      cityLetter: value(letterOfCity("letters.id")),
      permitOfCityLetter: value(letterOfCity("letters.permit_id")),
      citySheet: value(sheetOfCity("sheets.id")),
      permitOfCitySheet: value(sheetOfCity("sheets.permit_id")),
      issuedPermitOfCity: value(permitOfCurrentLetter(`city_id = (${ofCityUser})`)),
      cityComment: value(newest("comments", `author_id = (${cityUser})`)),
      permitOfCityComment: value(newest("comments", `author_id = (${cityUser})`, "permit_id")),
      permitOfCityUser: value(newest("permits", `city_id = (${ofCityUser})`)),
    },
    emails: valuesOf<string>(withKnown(emails, known)) as DataValues["emails"],
  };
}
