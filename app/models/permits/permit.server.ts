import { eq } from "drizzle-orm";
import { changesBetween, record } from "../audit.server";
import { refuseClosedCity } from "../cities/city.server";
import { nextMoment, now } from "../clock.server";
import { type Connection, write } from "../db.server";
import type { Discipline } from "../discipline";
import type { StoredFile } from "../files/plan-file-store.server";
import { findByIdempotencyKey, scopedIdempotencyKey } from "../idempotency.server";
import { notifyOfStatus } from "../mail/notification.server";
import { allow, type Viewer } from "../policy";
import { refuseStaleNamingEditor } from "../stale-row.server";
import { permitDisciplines, permits } from "../tables.server";
import type { NewPermit, PermitChanges } from "./permit.form.server";
import { moveCounter, nextFreeNumber, refuseTakenNumber } from "./permit-number.server";
import { type Permit, readPermit } from "./permit-scope.server";
import { attachFiles, withContents } from "./plan-file.server";

/**
 * Creates a permit and its plan files in one transaction. A blank number is taken from the city's and
 * year's counter; a higher one typed in its pattern moves the counter on. Refuses an unknown or inactive
 * city (400) and a taken number (409) at their fields. Idempotent: reposting an idempotency key returns the
 * existing permit.
 */
export function createPermit(
  viewer: Viewer,
  fields: NewPermit,
  files: StoredFile[] = [],
): Promise<{ id: number }> {
  const create = async (tx: Connection) => {
    allow(viewer, "permit.create");
    const { urban37PermitNumber, suggestedPermitNumber, formKey, ...rest } = fields;
    const row = { ...rest, idempotencyKey: scopedIdempotencyKey(formKey, viewer) };
    const earlier = await findByIdempotencyKey(tx, permits, row.idempotencyKey);
    if (earlier) return earlier;
    await refuseClosedCity(tx, fields.cityId);
    // A number left as it was suggested may be gone by now: the next one is taken then.
    const typed = urban37PermitNumber === suggestedPermitNumber ? null : urban37PermitNumber;
    const { id } = await insertPermit(tx, viewer, { ...row, urban37PermitNumber: typed }, files);
    return { id };
  };
  return withContents(files, () => write(create));
}

type PermitRow = typeof permits.$inferInsert;
type Stamped = "id" | "createdById" | "createdAt" | "updatedAt";
type PermitToInsert = Omit<PermitRow, Stamped | "urban37PermitNumber"> & {
  urban37PermitNumber?: string | null;
  requiredDisciplines: Discipline[];
};

/** Inserts a permit with its disciplines and files, inside a write; without a number it takes the next one. */
export async function insertPermit(
  tx: Connection,
  viewer: Viewer,
  { requiredDisciplines, urban37PermitNumber, ...columns }: PermitToInsert,
  files: StoredFile[],
) {
  const number = urban37PermitNumber ?? (await nextFreeNumber(tx, columns));
  const permit = { ...columns, revisionNumber: columns.revisionNumber ?? null, urban37PermitNumber: number };
  await refuseTakenNumber(tx, permit);
  await moveCounter(tx, permit);
  const [created] = await tx
    .insert(permits)
    .values({ ...permit, createdById: viewer.id, createdAt: now(), updatedAt: now() })
    .returning();
  if (!created) throw new Error("The permit was not inserted");
  await setDisciplines(tx, created.id, requiredDisciplines);
  await record(tx, viewer, "permit.created", null, { ...created, requiredDisciplines });
  await attachFiles(tx, viewer, created, created.reviewCycle, files, columns.idempotencyKey ?? undefined);
  return created;
}

async function setDisciplines(tx: Connection, permitId: number, required: Discipline[]): Promise<void> {
  await tx.delete(permitDisciplines).where(eq(permitDisciplines.permitId, permitId));
  if (required.length === 0) return;
  await tx.insert(permitDisciplines).values(required.map((discipline) => ({ permitId, discipline })));
}

/**
 * Changes a permit; its city is told of a new status by mail. With `seen`, the `updatedAt` of the row
 * that was edited, a row changed meanwhile is refused (409) and carried in the refusal. Refuses a number
 * that is taken and, as the new city, one that is unknown or inactive, at their fields.
 */
export function updatePermit(
  viewer: Viewer,
  id: number,
  changes: PermitChanges,
  expectedVersion?: string,
): Promise<Permit> {
  return write(async (tx) => {
    const permit = await readPermit(viewer, id, tx);
    allow(viewer, "permit.edit", permit);
    await refuseStaleNamingEditor(tx, "permit", permit, expectedVersion);
    const { requiredDisciplines, ...columns } = changes;
    const next = { ...permit, ...columns };
    if (Object.keys(changesBetween(permit, { ...permit, ...changes })).length === 0) return permit;
    if (next.cityId !== permit.cityId) await refuseClosedCity(tx, next.cityId);
    await refuseTakenNumber(tx, next);
    await moveCounter(tx, next);
    await tx
      .update(permits)
      .set({ ...columns, updatedAt: nextMoment(permit.updatedAt) })
      .where(eq(permits.id, id));
    if (requiredDisciplines) await setDisciplines(tx, id, requiredDisciplines);
    const updated = await readPermit(viewer, id, tx);
    await record(tx, viewer, "permit.updated", comparable(permit), comparable(updated));
    if (updated.status !== permit.status) await notifyOfStatus(tx, viewer, updated);
    return updated;
  });
}

/** A permit as the history compares it: its city by name. */
function comparable({ city, cityId, ...permit }: Permit) {
  return { ...permit, city: city.cityName };
}

/** Deletes a permit with all that belongs to it; its plan files are swept from the disk later. */
export function deletePermit(viewer: Viewer, id: number): Promise<Permit> {
  return write(async (tx) => {
    const permit = await readPermit(viewer, id, tx);
    allow(viewer, "permit.delete", permit);
    await tx.delete(permits).where(eq(permits.id, id));
    await record(tx, viewer, "permit.deleted", comparable(permit), null);
    return permit;
  });
}
