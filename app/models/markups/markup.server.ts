import { and, count, eq, or, sql } from "drizzle-orm";
import type { Connection } from "~/platform/db/db.server";
import { now } from "../clock.server";
import { Refusal, refusalAtField } from "../refusal";
import type { ReadSheet } from "../sheets/stored-sheets.server";
import { markups } from "../tables.server";
import { type Drawn, maxPointsOfSheet, maxShapesOfPerson, maxShapesOfSheet } from "./markup";
import { measuredText } from "./measure";

export type Markup = typeof markups.$inferSelect;

type Holder = Partial<Pick<Markup, "correctionId" | "ownerId" | "authorId" | "reviewCycle">>;

/** Inserts shapes on a sheet. 409 if it is full, 400 for a measure on a sheet without a scale. */
export async function insertMarkups(
  tx: Connection,
  sheet: Pick<ReadSheet, "id" | "width" | "height" | "scale">,
  drawn: Drawn[],
  holder: Holder,
): Promise<Markup[]> {
  const rows = drawn.map((one) => ({
    ...{ sheetId: sheet.id, shape: one.shape, points: one.points, text: textOf(one, sheet) },
    ...{ pointCount: one.points.length, updatedAt: now() },
    ...holder,
  }));
  await refuseFullSheets(tx, rows);
  return rows.length === 0 ? [] : tx.insert(markups).values(rows).returning();
}

/** A measure says how long it is: what a letter says stays when the scale of the sheet is changed. */
function textOf({ shape, points, text = null }: Drawn, sheet: Pick<ReadSheet, "width" | "height" | "scale">) {
  if (shape !== "measure") return text;
  if (sheet.scale !== null) return measuredText(points, sheet, sheet.scale);
  throw refusalAtField("places", "Set the scale of this sheet first");
}

type Added = Pick<Markup, "sheetId" | "pointCount"> & Partial<Pick<Markup, "authorId" | "ownerId">>;

/** 409 if a sheet, or a person's part of it, has no room for the shapes that are added. */
export async function refuseFullSheets(tx: Connection, added: Added[]): Promise<void> {
  for (const [sheetId, shapes] of Map.groupBy(added, (shape) => shape.sheetId)) {
    await refuseFullSheet(tx, sheetId, shapes);
  }
}

async function refuseFullSheet(tx: Connection, sheetId: number, added: Added[]): Promise<void> {
  const isOnSheet = eq(markups.sheetId, sheetId);
  const [present] = await tx
    .select({ shapes: count(), points: sql<number>`coalesce(sum(${markups.pointCount}), 0)`.mapWith(Number) })
    .from(markups)
    .where(isOnSheet);
  const points = added.reduce((total, { pointCount }) => total + pointCount, 0);
  if (
    (present?.shapes ?? 0) + added.length > maxShapesOfSheet ||
    (present?.points ?? 0) + points > maxPointsOfSheet
  ) {
    throw fullSheet();
  }
  for (const [person, own] of Map.groupBy(added, ({ authorId, ownerId }) => authorId ?? ownerId)) {
    // Of an account that is deleted.
    if (!person) continue;
    const isOfPerson = or(eq(markups.ownerId, person), eq(markups.authorId, person));
    if ((await tx.$count(markups, and(isOnSheet, isOfPerson))) + own.length > maxShapesOfPerson)
      throw fullSheet();
  }
}

const fullSheet = () => new Refusal(409, "This sheet is full: remove shapes before you add others");
