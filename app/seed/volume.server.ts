import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { demoPassword, hashPassword } from "~/models/accounts/password.server";
import { addDays, type CalendarDate } from "~/models/calendar-date";
import { removeUnkept } from "~/models/files/file-removal.server";
import type { NewPlanFile, StoredFile } from "~/models/files/plan-file-store.server";
import {
  assignments,
  auditEvents,
  backChecks,
  cityFees,
  cityPricing,
  comments,
  correctionAnswers,
  correctionNumbers,
  corrections,
  letters,
  listedPlanChecks,
  permitDisciplines,
  permits,
  planChecks,
  planFiles,
  planSets,
  sheets,
  standardComments,
  statusLinks,
  timeEntries,
  waitingThreads,
} from "~/models/tables.server";
import { db, write, writer } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { hasUsers, insert, insertNumberCounters, insertPeople } from "./demo.server";
import { demoPricing } from "./demo-billing";
import { momentOn, workingDaysBetween } from "./demo-calendar";
import { markAsDemo } from "./demo-mark.server";
import { fillInBulk } from "./fill-in-bulk.server";
import { withOwnFiles } from "./own-files.server";
import { inserterOf } from "./row-inserter.server";
import { sampleSet, sheetRows } from "./sheet-rows";
import { createComments } from "./volume-comments";
import { createCorrections, createFullReviews, volumeStandardComments } from "./volume-corrections";
import { createFees } from "./volume-fees";
import { createHistory } from "./volume-history";
import { createLetters } from "./volume-letters";
import { volumePeople } from "./volume-people";
import { type VolumeContext, type VolumePermit, volumePermits } from "./volume-permits";
import { listedPlanChecksOf } from "./volume-plan-check-list";
import { createPlanFiles, storeVolumeLetter, storeVolumePlans } from "./volume-plans.server";
import { createReviews } from "./volume-reviews";
import { volumeSizes } from "./volume-sizes";
import { waitingThreadsOf } from "./waiting-threads";

type Report = (line: string) => void;

const rowsPerTransaction = 10_000;
const progressLines = 50;
const daysOfPeriod = 8 * 365.25;

/**
 * Fills an empty database with `total` permits of the eight years before `today` and all that belongs to them.
 * Equal arguments give equal rows, but for the salted hash of the password. Throws if the database has users. If it
 * fails or is interrupted, the database must be deleted: it is half filled and lacks indexes.
 */
export async function seedVolume(total: number, today: CalendarDate, report: Report): Promise<void> {
  if (await hasUsers()) throw new Error(`The database in ${env.DATA_DIR} already has users`);
  const sizes = volumeSizes(total);
  const days = workingDaysBetween(addDays(today, -daysOfPeriod), today);
  const peopleSince = momentOn(addDays(today, -daysOfPeriod - 14), "intake", 0);
  const people = volumePeople(sizes, peopleSince, await hashPassword(demoPassword));
  const samples = { plans: await storeVolumePlans(), letter: await storeVolumeLetter() };
  await write(async (tx) => {
    await insertPeople(tx, people.rows);
    await insert(tx, cityPricing, demoPricing(people.rows));
    await insert(tx, standardComments, volumeStandardComments(peopleSince, sizes.cities.length));
  });
  await fillInBulk(() => insertPermits({ sizes, people, today, days }, samples, report), report);
  await removeUnkept([...samples.plans, samples.letter].map(({ fileKey }) => fileKey));
  await write(async (tx) => {
    await insertNumberCounters(tx);
    await markAsDemo(tx);
  });
}

/** The files that those of all permits are copies of. */
type VolumeSamples = { plans: NewPlanFile[]; letter: StoredFile };

/** Generates and inserts the rows of some permits after another, so that few are in memory. */
async function insertPermits(context: VolumeContext, samples: VolumeSamples, report: Report): Promise<void> {
  const total = context.sizes.permits;
  const rowsOf = createRows(context, samples);
  const insertRows = createInsert();
  let batch = noRows();
  let nextLine = 1;
  for (const permit of volumePermits(context)) {
    addRows(batch, rowsOf(permit));
    const { id } = permit.row;
    if (rowCount(batch) < rowsPerTransaction && id < total) continue;
    const full = await withFilesOfRows(batch);
    await write(async () => insertRows(full));
    batch = noRows();
    if (id * progressLines >= nextLine * total) {
      report(`${id.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} permits, ${databaseSize()}`);
      nextLine = Math.floor((id * progressLines) / total) + 1;
    }
    // Lets a signal interrupt the process.
    await setImmediate();
  }
}

/** The same sizes and day make the same keys. */
const keyFor = (row: string): string => hash("sha256", row).slice(0, 32);

const withFilesOfRows = async (rows: Rows): Promise<Rows> => ({
  ...rows,
  letters: await withOwnFiles(rows.letters, ({ id }) => keyFor(`letter ${id}`)),
  planFiles: await withOwnFiles(rows.planFiles, (file) =>
    keyFor(`plan file ${file.permitId} ${file.formPosition}`),
  ),
});

/** The tables that have rows of permits, parents before their children. */
const filledTables = {
  permits,
  permitDisciplines,
  assignments,
  timeEntries,
  comments,
  waitingThreads,
  planChecks,
  letters,
  corrections,
  correctionNumbers,
  backChecks,
  correctionAnswers,
  statusLinks,
  listedPlanChecks,
  planFiles,
  planSets,
  sheets,
  cityFees,
  auditEvents,
};
type TableName = keyof typeof filledTables;
type Rows = { [Name in TableName]: (typeof filledTables)[Name]["$inferInsert"][] };

const tableNames = Object.keys(filledTables) as TableName[];
const noRows = () => Object.fromEntries(tableNames.map((name) => [name, []])) as unknown as Rows;
const rowCount = (rows: Rows) => tableNames.reduce((sum, name) => sum + rows[name].length, 0);

function addRows(rows: Rows, more: Rows): void {
  for (const name of tableNames) (rows[name] as object[]).push(...more[name]);
}

/** Returns a function that creates the rows of each permit, in the order of the permits. */
function createRows(context: VolumeContext, { plans, letter }: VolumeSamples) {
  const reviewsOf = createReviews(context);
  const fullReviewOf = createFullReviews(context.sizes);
  const correctionsOf = createCorrections(context);
  const planFilesOf = createPlanFiles(context, plans);
  const lettersOf = createLetters(context, env.PROVIDER_NAME, letter);
  const commentsOf = createComments(context);
  const lastMonth = addDays(context.today, -30);
  const feesOf = createFees(context);
  const historyOf = createHistory(context);
  let files = 0;
  return (permit: VolumePermit): Rows => {
    const { id: permitId } = permit.row;
    const reviews = reviewsOf(permit);
    const comments = commentsOf(permit, reviews);
    const full = permit.city.usesCorrections ? fullReviewOf(reviews) : undefined;
    const checks = correctionsOf(permit, reviews, full);
    const planFiles = planFilesOf(permit, full !== undefined).map((file) => ({ ...file, id: ++files }));
    const released = lettersOf(permit, { ...checks, reviews, planFiles });
    return {
      permits: [permit.row],
      permitDisciplines: permit.requiredDisciplines.map((discipline) => ({ permitId, discipline })),
      assignments: reviews.map(({ row }) => row),
      timeEntries: reviews.flatMap(({ hours }) => hours),
      comments,
      waitingThreads: waitingThreadsOf(comments, lastMonth),
      ...checks,
      ...released,
      listedPlanChecks: listedPlanChecksOf(permit, reviews, { ...checks, ...released }),
      planFiles,
      ...sheetRows(planFiles, sampleSet, planFiles[0]?.id),
      cityFees: feesOf(permit),
      auditEvents: historyOf(permit, { reviews, planFiles, released }),
    };
  };
}

/** Returns a function that inserts the rows of all tables. */
function createInsert() {
  const inserters = tableNames.map((name) => ({
    name,
    insertRows: inserterOf(db, writer, filledTables[name]),
  }));
  return (rows: Rows): void => {
    for (const { name, insertRows } of inserters) insertRows(rows[name]);
  };
}

/** Returns the size of the database, "1.4 GB". */
export function databaseSize(): string {
  const bytes = Number(writer.pragma("page_count", { simple: true })) * 4096;
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
