import { and, eq, isNull, ne } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { isUnchanged, record } from "../audit.server";
import { changeRow, insertRow } from "../change-row.server";
import type { Discipline } from "../discipline";
import { findByIdempotencyKey, scopedIdempotencyKey } from "../idempotency.server";
import { allow, type Viewer } from "../policy";
import { foundRow, Refusal, refusalAtField } from "../refusal";
import { refuseStale } from "../stale-row.server";
import { cities, standardComments } from "../tables.server";
import { comparableTitle, maxStandardComments } from "./standard-comment";
import type { NewStandardComment, StandardCommentChanges } from "./standard-comment.schema.server";

export type StandardComment = typeof standardComments.$inferSelect;

export const titleIsTaken = "There is a standard comment of this title";

export function createStandardComment(viewer: Viewer, { formKey, ...fields }: NewStandardComment) {
  return write(async (tx) => {
    allow(viewer, "standard-comment.manage");
    const idempotencyKey = scopedIdempotencyKey(formKey, viewer);
    const earlier = await findByIdempotencyKey(tx, standardComments, idempotencyKey, fields);
    if (earlier) return earlier;
    await refuseUnknownCity(tx, fields.cityId);
    await refuseTakenTitle(tx, fields);
    await refuseFullLibrary(tx, 1);
    const created = await insertRow(tx, standardComments, { ...fields, idempotencyKey });
    await record(tx, viewer, "standard-comment.created", null, created);
    return { id: created.id };
  });
}

async function refuseUnknownCity(tx: Connection, cityId: number | null | undefined): Promise<void> {
  if (cityId == null) return;
  const [city] = await tx.select({ id: cities.id }).from(cities).where(eq(cities.id, cityId));
  if (!city) throw refusalAtField("cityId", "Please select a city");
}

type Titled = { id?: number; discipline: Discipline; cityId?: number | null; title: string };

/** SQLite ignores case in ASCII letters only, so titles are compared here. */
async function refuseTakenTitle(tx: Connection, { id = -1, discipline, cityId, title }: Titled) {
  const others = await tx
    .select({ title: standardComments.title })
    .from(standardComments)
    .where(
      and(
        eq(standardComments.discipline, discipline),
        cityId == null ? isNull(standardComments.cityId) : eq(standardComments.cityId, cityId),
        ne(standardComments.id, id),
      ),
    );
  const comparable = comparableTitle(title);
  if (others.some((other) => comparableTitle(other.title) === comparable)) {
    throw refusalAtField("title", titleIsTaken, 409);
  }
}

export async function refuseFullLibrary(tx: Connection, added: number) {
  const present = await tx.$count(standardComments);
  if (present + added <= maxStandardComments) return;
  const [most, has] = [maxStandardComments, present].map((number) => number.toLocaleString("en-US"));
  throw new Refusal(409, `The library holds at most ${most} standard comments, and has ${has}`);
}

export async function readForChange(viewer: Viewer, id: number, connection: Connection = db) {
  allow(viewer, "standard-comment.manage");
  const rows = await connection.select().from(standardComments).where(eq(standardComments.id, id));
  return foundRow(rows, "Standard comment");
}

const staleComment = "This standard comment was changed after you opened it. Your changes were not saved.";

/** Corrections that were written from it do not change. */
export function updateStandardComment(
  viewer: Viewer,
  id: number,
  changes: StandardCommentChanges,
  expectedVersion?: string,
) {
  return write(async (tx) => {
    const row = await readForChange(viewer, id, tx);
    await refuseStale(row, expectedVersion, staleComment);
    return change(tx, viewer, row, changes);
  });
}

async function change(tx: Connection, viewer: Viewer, row: StandardComment, changes: StandardCommentChanges) {
  const next = { ...row, ...changes };
  if (isUnchanged(row, next)) return row;
  await refuseUnknownCity(tx, next.cityId);
  await refuseTakenTitle(tx, next);
  const updated = await changeRow(tx, standardComments, row, { ...changes });
  await record(tx, viewer, "standard-comment.updated", row, updated);
  return updated;
}

export function deleteStandardComment(viewer: Viewer, id: number, expectedVersion?: string) {
  return write(async (tx) => {
    const row = await readForChange(viewer, id, tx);
    const message = "This standard comment was changed after you opened it: read it again first.";
    await refuseStale(row, expectedVersion, message);
    if (row.uses > 0) {
      await change(tx, viewer, row, { isActive: false });
      return { id, isDeleted: false };
    }
    await tx.delete(standardComments).where(eq(standardComments.id, id));
    await record(tx, viewer, "standard-comment.deleted", row, null);
    return { id, isDeleted: true };
  });
}
