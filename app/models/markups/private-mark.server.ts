import { and, asc, eq } from "drizzle-orm";
import { db, write } from "~/platform/db/db.server";
import { claimKey, scopedIdempotencyKey } from "../idempotency.server";
import { allow, type Viewer } from "../policy";
import { foundRow } from "../refusal";
import { pick } from "../shown-fields";
import { markups } from "../tables.server";
import { type KeptChange, keepUndo } from "../undo.server";
import { insertMarkups } from "./markup.server";
import { type Places, sheetOfPermit } from "./place.server";

/** The viewer's own marks on a sheet, which nobody else sees, administrators neither. */
export const listPrivateMarks = (viewer: Viewer, sheetId: number) =>
  db
    .select(pick(markups, "id", "shape", "points", "text"))
    .from(markups)
    .where(and(eq(markups.ownerId, viewer.id), eq(markups.sheetId, sheetId)))
    .orderBy(asc(markups.id));

/** Sent again with a form key, it adds nothing. 403 outside the firm, 404 for a sheet of another permit, and 409 for a full sheet. */
export function addPrivateMarks(viewer: Viewer, permitId: number, places: Places, formKey?: string) {
  return write(async (tx) => {
    allow(viewer, "private-mark.draw");
    const { sheetId, drawn } = places;
    const sheet = await sheetOfPermit(tx, viewer, sheetId, permitId);
    const key = scopedIdempotencyKey(formKey, viewer, "private");
    if (!(await claimKey(tx, "markups", key, places))) return [];
    return insertMarkups(tx, sheet, drawn, { ownerId: viewer.id });
  });
}

/** For a minute with undo. Another user's is 404. */
export function removePrivateMark(viewer: Viewer, id: number) {
  return write(async (tx) => {
    const isOwn = and(eq(markups.id, id), eq(markups.ownerId, viewer.id));
    const mark = foundRow(await tx.select().from(markups).where(isOwn), "Mark");
    await tx.delete(markups).where(isOwn);
    const rows: KeptChange["rows"] = [{ table: "markups", before: mark, after: null }];
    await keepUndo(tx, viewer, "place", { rows }, mark.sheetId);
    return mark;
  });
}
