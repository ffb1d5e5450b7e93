import { and, count, eq, or, sql } from "drizzle-orm";
import type { Connection } from "~/platform/db/db.server";
import { now } from "../clock.server";
import type { Viewer } from "../policy";
import { Refusal } from "../refusal";
import { markups } from "../tables.server";
import { type Drawn, maxPointsOfSheet, maxShapesOfPerson, maxShapesOfSheet } from "./markup";

export type Markup = typeof markups.$inferSelect;

type Holder = Partial<Pick<Markup, "correctionId" | "ownerId" | "authorId" | "reviewCycle">>;

/** Inserts shapes on a sheet. 409 if it is full. */
export async function insertMarkups(
  tx: Connection,
  viewer: Viewer,
  { id: sheetId }: { id: number },
  drawn: Drawn[],
  holder: Holder,
): Promise<Markup[]> {
  const rows = drawn.map(({ shape, points, text = null }) => ({
    ...{ sheetId, shape, points, text, pointCount: points.length, updatedAt: now() },
    ...holder,
  }));
  await refuseFullSheet(tx, viewer, sheetId, rows);
  return rows.length === 0 ? [] : tx.insert(markups).values(rows).returning();
}

async function refuseFullSheet(
  tx: Connection,
  viewer: Viewer,
  sheetId: number,
  added: { pointCount: number }[],
): Promise<void> {
  const isOwn = or(eq(markups.ownerId, viewer.id), eq(markups.authorId, viewer.id));
  const [present] = await tx
    .select({ shapes: count(), points: sql<number>`coalesce(sum(${markups.pointCount}), 0)`.mapWith(Number) })
    .from(markups)
    .where(eq(markups.sheetId, sheetId));
  const own = await tx.$count(markups, and(eq(markups.sheetId, sheetId), isOwn));
  const points = added.reduce((total, { pointCount }) => total + pointCount, 0);
  const isFull =
    (present?.shapes ?? 0) + added.length > maxShapesOfSheet ||
    (present?.points ?? 0) + points > maxPointsOfSheet ||
    own + added.length > maxShapesOfPerson;
  if (isFull) throw new Refusal(409, "This sheet is full: remove shapes before you add others");
}
