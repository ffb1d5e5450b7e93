import { and, asc, eq } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import { jsonRows, rowsColumn } from "~/platform/db/dialect.server";
import type { Permit } from "../permits/permit-scope.server";
import type { PlanSetKind } from "../sheets/plan-set";
import { nameOfSheet } from "../sheets/sheet";
import { compareSheetNumbers } from "../sheets/sheet-number";
import { isDocumentSql } from "../sheets/stored-sheets.server";
import { pick } from "../shown-fields";
import { corrections, markups, planSets, sheets } from "../tables.server";
import type { Point } from "./markup";

export type StoredPlace = Awaited<ReturnType<typeof placesIn>>[number];

/**
 * The places of a permit's corrections, on one sheet or on all, by the ids of these, in the order of the sheet index. Drafts too: for the
 * firm alone.
 */
export async function readPlaces({ id }: Pick<Permit, "id">, sheetId?: number) {
  return Map.groupBy(await placesIn(id, sheetId), ({ correctionId }) => correctionId);
}

/** The names of the sheets on which a permit's corrections are. */
export async function readPlacedSheets({ id }: Pick<Permit, "id">, connection: Connection = db) {
  const rows = await connection
    .selectDistinct({ ...pick(sheets, "id", "number", "page"), isDocument: isDocumentSql })
    .from(markups)
    .innerJoin(corrections, and(eq(corrections.id, markups.correctionId), eq(corrections.permitId, id)))
    .innerJoin(sheets, eq(sheets.id, markups.sheetId))
    .innerJoin(planSets, eq(planSets.id, sheets.planSetId));
  return rows.map((sheet) => ({ id: sheet.id, name: nameOfSheet(sheet) }));
}

async function placesIn(permitId: number, sheetId?: number) {
  const rows = await db
    .select({
      ...pick(markups, "id", "sheetId", "shape", "points", "text", "reviewCycle"),
      correctionId: corrections.id,
      cycle: planSets.reviewCycle,
      sheet: { ...pick(sheets, "number", "page"), isDocument: isDocumentSql },
    })
    .from(markups)
    .innerJoin(corrections, and(eq(corrections.id, markups.correctionId), eq(corrections.permitId, permitId)))
    .innerJoin(sheets, eq(sheets.id, markups.sheetId))
    .innerJoin(planSets, eq(planSets.id, sheets.planSetId))
    .where(sheetId === undefined ? undefined : eq(markups.sheetId, sheetId))
    .orderBy(asc(markups.id));
  return inOrderOfIndex(rows.map(({ sheet, ...place }) => ({ ...place, name: nameOfSheet(sheet) })));
}

const inOrderOfIndex = <Place extends { id: number; name: string }>(places: Place[]): Place[] =>
  places.toSorted((one, other) => compareSheetNumbers(one.name, other.name) || one.id - other.id);

type PlaceRow = Omit<StoredPlace, "points" | "name" | "correctionId"> & {
  /** Of SQLite, the text of the JSON. */
  points: Point[] | string;
  number: string | null;
  page: number;
  kind: PlanSetKind;
};

/** The places of a correction, as a column of a query of corrections. */
export const placesColumn = rowsColumn<PlaceRow>(
  db
    .select({
      rows: jsonRows(
        {
          ...pick(markups, "id", "sheetId", "shape", "points", "text", "reviewCycle"),
          ...pick(sheets, "number", "page"),
          cycle: planSets.reviewCycle,
          kind: planSets.kind,
        },
        markups.id,
      ),
    })
    .from(markups)
    .innerJoin(sheets, eq(sheets.id, markups.sheetId))
    .innerJoin(planSets, eq(planSets.id, sheets.planSetId))
    .where(eq(markups.correctionId, corrections.id)),
);

/** What such a column has, in the order of the sheet index. */
export const placesFrom = (rows: PlaceRow[], correctionId: number): StoredPlace[] =>
  inOrderOfIndex(
    rows.map(({ number, page, kind, points, ...place }) => ({
      ...place,
      correctionId,
      points: typeof points === "string" ? (JSON.parse(points) as Point[]) : points,
      name: nameOfSheet({ number, page, isDocument: kind === "document" }),
    })),
  );

/** The sheets of places, each once. */
export const sheetsOfPlaces = (places: Pick<StoredPlace, "sheetId" | "name">[]) => [
  ...new Map(places.map(({ sheetId, name }) => [sheetId, { id: sheetId, name }])).values(),
];
