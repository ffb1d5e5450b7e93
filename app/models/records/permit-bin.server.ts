import { asc, eq, getTableColumns, inArray, lte } from "drizzle-orm";
import { repeatUntilDone } from "~/platform/db/batches.server";
import { type Connection, db, write } from "~/platform/db/db.server";
import { indexedList, readPage } from "~/platform/db/list.server";
import { record, recordEvents } from "../audit.server";
import { daysAfter, now } from "../clock.server";
import { keepFiles } from "../files/file-removal.server";
import { queueUncheckedPlans } from "../files/unchecked-plans.server";
import type { ListPage } from "../paging";
import { refuseUnderHold } from "../permits/held-permit.server";
import { numberProblem } from "../permits/permit-number.server";
import { comparable } from "../permits/permit-record.server";
import { type Permit, readPermit } from "../permits/permit-scope.server";
import { personName } from "../person";
import { allow, type Viewer } from "../policy";
import { foundRow, Refusal } from "../refusal";
import { binnedFiles, binnedPermits, binnedReviewers, cities, permits } from "../tables.server";
import { daysInBin } from "./permit-bin";
import { filesOfPermitRows, insertPermitRows, readPermitRows, reviewersOfRows } from "./permit-rows.server";

/** Moves a permit to the bin, where it stays for 30 days. 409 if it is under a legal hold. */
export const deletePermit = (viewer: Viewer, id: number): Promise<Permit> =>
  write((tx) => moveToBin(tx, viewer, id));

export async function moveToBin(tx: Connection, viewer: Viewer, id: number): Promise<Permit> {
  const permit = await readPermit(viewer, id, tx);
  allow(viewer, "permit.delete", permit);
  refuseUnderHold(permit);
  const rows = await readPermitRows(tx, id);
  const { cityId, urban37PermitNumber, revisionNumber, projectName } = permit;
  await tx.insert(binnedPermits).values({
    ...{ permitId: id, cityId, urban37PermitNumber, revisionNumber, projectName, rows },
    ...{ binnedAt: now(), binnedByName: personName(viewer) },
  });
  const files = filesOfPermitRows(rows).map((file) => ({ ...file, permitId: id }));
  if (files.length > 0) await tx.insert(binnedFiles).values(files);
  const reviewers = reviewersOfRows(rows).map((employeeId) => ({ permitId: id, employeeId }));
  if (reviewers.length > 0) await tx.insert(binnedReviewers).values(reviewers);
  await tx.delete(permits).where(eq(permits.id, id));
  await keepFiles(tx, keysOf(files));
  await record(tx, viewer, "permit.deleted", comparable(permit), null);
  return permit;
}

/** Restores a permit with all that belonged to it. 404 if the bin does not have it, 409 if another permit has its number now. */
export const restorePermit = (viewer: Viewer, id: number): Promise<Permit> =>
  write(async (tx) => {
    allow(viewer, "permit.restore");
    const binned = await tx.select().from(binnedPermits).where(eq(binnedPermits.permitId, id));
    const { rows } = foundRow(binned, "Permit");
    const [permit] = rows.permits;
    if (!permit) throw new Error(`The bin has no row of permit ${id}`);
    const problem = await numberProblem(tx, permit);
    if (problem) throw new Refusal(409, `${problem}. Give that permit another number first.`);
    await insertPermitRows(tx, rows);
    await queueUncheckedPlans(tx, id);
    await tx.delete(binnedPermits).where(eq(binnedPermits.permitId, id));
    await keepFiles(tx, keysOf(filesOfPermitRows(rows)));
    const restored = await readPermit(viewer, id, tx);
    await record(tx, viewer, "permit.restored", null, comparable(restored));
    return restored;
  });

const keysOf = (files: { fileKey: string }[]): string[] => files.map(({ fileKey }) => fileKey);

const { rows: _, ...columns } = getTableColumns(binnedPermits);

/** Returns a page of the bin, what was deleted last first. */
export async function listBin(viewer: Viewer, { page, rows }: ListPage) {
  allow(viewer, "permit.restore");
  const list = indexedList({
    table: binnedPermits,
    where: undefined,
    order: { by: binnedPermits.binnedAt, id: binnedPermits.permitId, descending: true },
    count: () => db.$count(binnedPermits),
    readRows: (where, order) =>
      db
        .select({ ...columns, id: binnedPermits.permitId, cityName: cities.cityName })
        .from(binnedPermits)
        .innerJoin(cities, eq(cities.id, binnedPermits.cityId))
        .where(where)
        .orderBy(...order),
  });
  return readPage(list, page, rows);
}

const erasedAtOnce = 20;

/** Removes what has been in the bin for 30 days for good; `removeFiles` removes its files. Call every hour. */
export const emptyBin = () =>
  repeatUntilDone(
    (limit) =>
      write(async (tx) => {
        const isOver = lte(binnedPermits.binnedAt, daysAfter(now(), -daysInBin));
        const over = await tx
          .select(columns)
          .from(binnedPermits)
          .where(isOver)
          .orderBy(asc(binnedPermits.binnedAt))
          .limit(limit);
        const ids = over.map(({ permitId }) => permitId);
        await tx.delete(binnedPermits).where(inArray(binnedPermits.permitId, ids));
        const events = over.map(({ permitId, urban37PermitNumber, projectName }) => ({
          subjectId: permitId,
          changes: { urban37PermitNumber, projectName },
        }));
        await recordEvents(tx, null, "permit.erased", events);
        return over;
      }),
    erasedAtOnce,
  );
