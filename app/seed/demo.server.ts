import { countDistinct, eq } from "drizzle-orm";
import { demoPassword, hashPassword } from "~/models/accounts/password.server";
import { addDays, type CalendarDate } from "~/models/calendar-date";
import { today } from "~/models/clock.server";
import { keepFiles, removeUnkept } from "~/models/files/file-removal.server";
import { newFileKey } from "~/models/files/file-store.server";
import { personName } from "~/models/person";
import * as tables from "~/models/tables.server";
import { type Connection, db, rowsOf, write } from "~/platform/db/db.server";
import { nextIdAfterRows, type Table } from "~/platform/db/dialect.server";
import { env } from "~/platform/env.server";
import { demoFees, demoPricing } from "./demo-billing";
import { momentOn, workingDaysBefore } from "./demo-calendar";
import { demoCorrections } from "./demo-corrections";
import { accounts } from "./demo-data";
import { demoHistory } from "./demo-history";
import { demoLetters } from "./demo-letters";
import { isDemo, markAsDemo } from "./demo-mark.server";
import { type DemoPeople, demoPeople } from "./demo-people";
import { type DemoPermit, demoPermits, returnedPermit } from "./demo-permits";
import { demoPlaces, withFilledSheets, withPlaces } from "./demo-places";
import { demoMarkedUpPlans, demoNewPlans, demoPlanFiles, storeSamplePlans } from "./demo-plans.server";
import { demoReviews } from "./demo-reviews";
import { withOwnFiles } from "./own-files.server";
import { sheetRows } from "./sheet-rows";
import { storeLetters } from "./stored-letters.server";
import { waitingThreadsOf } from "./waiting-threads";

const demoPermitCount = 240;
const batchSize = 500;

/**
 * Fills an empty database with the demo. Of several servers that start at once, one fills it. In production it throws if
 * the database has other data.
 */
export async function prepareDemo(): Promise<void> {
  if (!(await hasUsers())) await fillDemo();
  if (await isDemo()) printAccounts();
  else if (env.NODE_ENV === "production") {
    throw new Error(`DEMO=1 is not allowed: ${databaseName()} is not a demo database`);
  }
}

function databaseName(): string {
  if (!env.DATABASE_URL) return `the database in ${env.DATA_DIR}`;
  const { host, pathname } = new URL(env.DATABASE_URL);
  return `the database ${pathname.slice(1)} at ${host}`;
}

async function fillDemo(): Promise<void> {
  const day = today();
  const people = await createPeople(day);
  const samples = await storeSamplePlans();
  const permits = [...demoPermits(day, demoPermitCount)];
  const { topPermits, reviews, comments, timeEntries } = demoReviews(permits, people, day);
  const checked = demoCorrections(permits, reviews, people);
  // What draws is loaded only here.
  const { setOfDemoFile, storeDrawnPlans, withDrawnPlans } = await import("./demo-drawn-plans.server");
  const drawn = await storeDrawnPlans(permits, people, day);
  const submitted = withDrawnPlans(demoPlanFiles(permits, topPermits, people, samples, day), drawn);
  const reviewed = { ...checked, planFiles: [...submitted, ...demoMarkedUpPlans(checked, submitted)] };
  const released = demoLetters(reviewed, people, env.PROVIDER_NAME, day);
  // The permits that are shown first have complete cycles.
  const others = permits.filter((permit) => !topPermits.includes(permit));
  const newPlans = demoNewPlans(others, released, people, submitted, day);
  const withFiles = await withOwnFiles([...released.planFiles, ...newPlans], newFileKey);
  const planFiles = withFiles.map((file, index) => ({ ...file, id: index + 1 }));
  const rows = { ...sheetRows(planFiles, setOfDemoFile), corrections: released.corrections };
  const { planSets, sheets } = rows;
  const places = demoPlaces(rows);
  const letters = await storeLetters(withPlaces(released.letters, places, rows));
  await write(async (tx) => {
    // Another server can have filled it in the meantime.
    if (await hasUsers(tx)) return;
    await insertPeople(tx, people);
    await insertPermits(tx, permits);
    await insertNumberCounters(tx);
    await insert(
      tx,
      tables.assignments,
      checked.reviews.map(({ row }) => row),
    );
    await insert(tx, tables.planChecks, released.planChecks);
    await insert(tx, tables.letters, letters);
    await keepFiles(
      tx,
      letters.map(({ fileKey }) => fileKey),
    );
    await insert(tx, tables.standardComments, checked.standardComments);
    await insert(tx, tables.corrections, withFilledSheets(released.corrections, places));
    await insert(tx, tables.correctionNumbers, checked.numbers);
    await insert(tx, tables.backChecks, checked.backChecks);
    await insert(tx, tables.correctionAnswers, released.answers);
    await insert(tx, tables.statusLinks, released.statusLinks);
    await insert(tx, tables.planFiles, planFiles);
    // Those of a returned resubmittal wait for the applicant.
    await tx
      .update(tables.planFiles)
      .set({ awaitsCycle: false })
      .where(eq(tables.planFiles.permitId, returnedPermit));
    await insert(tx, tables.planSets, planSets.map(confirmedBy(people)));
    await insert(tx, tables.sheets, sheets);
    await insert(tx, tables.markups, places);
    await insert(tx, tables.comments, comments);
    await insert(tx, tables.waitingThreads, waitingThreadsOf(comments, addDays(day, -30)));
    await insert(tx, tables.timeEntries, timeEntries);
    await insert(tx, tables.cityFees, demoFees(people, day));
    await insert(tx, tables.cityPricing, demoPricing(people));
    const history = { ...released, planFiles, permits, reviews: checked.reviews };
    await insert(tx, tables.auditEvents, demoHistory(history, people, day));
    await markAsDemo(tx);
  });
  await removeUnkept([...samples, ...drawn].map(({ fileKey }) => fileKey));
}

/** Names whoever confirmed a list of sheets. */
const confirmedBy =
  ({ users }: DemoPeople) =>
  (set: typeof tables.planSets.$inferInsert) => {
    const user = users.find(({ id }) => id === set.confirmedById);
    return { ...set, confirmedByName: user ? personName(user) : null };
  };

async function createPeople(day: CalendarDate): Promise<DemoPeople> {
  const [firstDay = day] = workingDaysBefore(day);
  return demoPeople(momentOn(addDays(firstDay, -14), "intake", 0), await hashPassword(demoPassword));
}

export async function insertPeople(tx: Connection, people: DemoPeople): Promise<void> {
  await insert(tx, tables.cities, people.cities);
  await insert(tx, tables.users, people.users);
  await insert(tx, tables.employees, people.employees);
  await insert(tx, tables.employeeDisciplines, people.employeeDisciplines);
}

async function insertPermits(tx: Connection, permits: DemoPermit[]): Promise<void> {
  await insert(
    tx,
    tables.permits,
    permits.map(({ row }) => row),
  );
  await insert(
    tx,
    tables.permitDisciplines,
    permits.flatMap(({ row, requiredDisciplines }) =>
      requiredDisciplines.map((discipline) => ({ permitId: row.id, discipline })),
    ),
  );
}

/** The numbers have no gaps, so the count is the highest number. */
export async function insertNumberCounters(tx: Connection): Promise<void> {
  const { cityId, permitCreationYear: year, urban37PermitNumber: number } = tables.permits;
  const highest = await tx
    .select({ cityId, year, highest: countDistinct(number) })
    .from(tables.permits)
    .groupBy(cityId, year);
  await insert(tx, tables.permitNumberCounters, highest);
}

export async function insert<Rows extends Table>(
  tx: Connection,
  table: Rows,
  rows: Rows["$inferInsert"][],
): Promise<void> {
  for (const batch of batches(rows)) await tx.insert(table).values(batch);
  const setNextId = nextIdAfterRows(table);
  if (setNextId) await rowsOf(tx, setNextId);
}

/** SQLite accepts at most 32,766 values in a statement. */
function* batches<Row>(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

export async function hasUsers(connection: Connection = db): Promise<boolean> {
  const [user] = await connection.select({ id: tables.users.id }).from(tables.users).limit(1);
  return user !== undefined;
}

function printAccounts(): void {
  console.log(`Demo accounts, each with the password ${demoPassword}:`);
  for (const { email, description } of accounts) console.log(`  ${email.padEnd(20)}${description}`);
}
