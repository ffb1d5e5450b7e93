import { and, asc, eq } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { orderOfName } from "~/platform/db/list-order.server";
import { record } from "../audit.server";
import { changeRow, insertRow } from "../change-row.server";
import { foldForSearch } from "../fold-text";
import { findByIdempotencyKey, scopedIdempotencyKey } from "../idempotency.server";
import { allow, type Viewer } from "../policy";
import { foundRow, Refusal, refusalAtField } from "../refusal";
import { refuseStale } from "../stale-row.server";
import { savedViews } from "../tables.server";
import { maxSavedViews, type SavedViewList, savedViewLists } from "./saved-view";

/** The viewer's own, each with what its list reads of its query today. */
export async function listSavedViews(viewer: Viewer, list: SavedViewList) {
  allow(viewer, savedViewLists[list].capability);
  const rows = await db
    .select({ id: savedViews.id, name: savedViews.name, query: savedViews.query })
    .from(savedViews)
    .where(and(eq(savedViews.userId, viewer.id), eq(savedViews.list, list)))
    .orderBy(asc(orderOfName(savedViews.name)), asc(savedViews.id));
  return rows.map((row) => ({ ...row, query: queryOf(list, row.query) }));
}

const queryOf = (list: SavedViewList, query: string): string =>
  savedViewLists[list].queryIn(new URLSearchParams(query));

export async function readSavedView(
  viewer: Viewer,
  list: SavedViewList,
  id: number,
  connection: Connection = db,
) {
  allow(viewer, savedViewLists[list].capability);
  const isOwn = and(eq(savedViews.id, id), eq(savedViews.userId, viewer.id), eq(savedViews.list, list));
  return foundRow(await connection.select().from(savedViews).where(isOwn), "View");
}

type NewView = { name: string; query: string; formKey?: string };

export function saveView(viewer: Viewer, list: SavedViewList, { name, query, formKey }: NewView) {
  return write(async (tx) => {
    allow(viewer, savedViewLists[list].capability);
    const fields = { list, name, query: queryOf(list, query) };
    const idempotencyKey = scopedIdempotencyKey(formKey, viewer);
    const earlier = await findByIdempotencyKey(tx, savedViews, idempotencyKey, fields);
    if (earlier) return earlier;
    if (new URLSearchParams(fields.query).size === 0) throw new Refusal(400, nothingToSave);
    const own = await tx.select().from(savedViews).where(eq(savedViews.userId, viewer.id));
    if (own.length >= maxSavedViews) throw new Refusal(409, tooMany);
    refuseTakenName(own, fields);
    const same = own.find((view) => view.list === list && view.query === fields.query);
    if (same) throw new Refusal(409, `You have saved this view already, as “${same.name}”.`);
    const created = await insertRow(tx, savedViews, { ...fields, userId: viewer.id, idempotencyKey });
    await record(tx, viewer, "saved-view.created", null, created);
    return { id: created.id };
  });
}

const nothingToSave = "This is the whole list. Choose a view, a filter or an order first, then save it.";
const tooMany = `You have ${maxSavedViews} saved views, which is the most. Delete one first.`;
const viewNameIsTaken = "You have a view of this name";

type NamedView = { id?: number; list: SavedViewList; name: string };

function refuseTakenName(own: NamedView[], { id, list, name }: NamedView): void {
  const others = own.filter((view) => view.list === list && view.id !== id);
  if (others.some((view) => comparable(view.name) === comparable(name)))
    throw refusalAtField("name", viewNameIsTaken, 409);
}

/** A name of signs alone folds to nothing. */
const comparable = (name: string): string => foldForSearch(name) || name;

export function renameView(
  viewer: Viewer,
  list: SavedViewList,
  id: number,
  name: string,
  expectedVersion?: string,
) {
  return write(async (tx) => {
    const row = await readSavedView(viewer, list, id, tx);
    await refuseStale(row, expectedVersion, "This view was changed after you opened it.");
    const own = await tx.select().from(savedViews).where(eq(savedViews.userId, viewer.id));
    refuseTakenName(own, { id, list, name });
    const renamed = await changeRow(tx, savedViews, row, { name });
    await record(tx, viewer, "saved-view.renamed", row, renamed);
  });
}

export function deleteView(viewer: Viewer, list: SavedViewList, id: number, expectedVersion?: string) {
  return write(async (tx) => {
    const row = await readSavedView(viewer, list, id, tx);
    await refuseStale(row, expectedVersion, "This view was changed after you opened it.");
    await tx.delete(savedViews).where(eq(savedViews.id, id));
    await record(tx, viewer, "saved-view.deleted", row, null);
  });
}
