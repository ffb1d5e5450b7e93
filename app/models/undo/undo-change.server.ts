import { and, eq } from "drizzle-orm";
import { isConstraintViolation } from "~/platform/db/database-failure.server";
import { db, write } from "~/platform/db/db.server";
import { takeAssignmentBack } from "../assignments/assignment.server";
import { now } from "../clock.server";
import { restoreComment } from "../comments/comment.server";
import { takePaymentBack } from "../fees/fee.server";
import { restoreTimeEntry } from "../hours/time-entry.server";
import { takeHandOverBack } from "../letters/hand-over.server";
import { restorePlace, restorePlacedCorrection } from "../markups/place.server";
import { takeStatusBack } from "../permits/permit.server";
import type { Viewer } from "../policy";
import { Refusal } from "../refusal";
import { undos } from "../tables.server";
import { type UndoKind, undoSeconds } from "../undo";
import { isLate, isUnchangedSince, type TakeBack } from "../undo.server";

const takesBack: Record<UndoKind, TakeBack> = {
  assignment: takeAssignmentBack,
  fee: takePaymentBack,
  permit: takeStatusBack,
  "hand-over": takeHandOverBack,
  correction: restorePlacedCorrection,
  place: restorePlace,
  comment: restoreComment,
  "time-entry": restoreTimeEntry,
};

const lateMessage = `It is too late: a change can be undone for ${undoSeconds} seconds`;

const changedSince = () => new Refusal(409, "This was changed since");

/** Also for another user's: 404. */
export async function readUndo(viewer: Viewer, id: number, connection = db) {
  const isOwn = and(eq(undos.id, id), eq(undos.userId, viewer.id));
  const [undo] = await connection.select().from(undos).where(isOwn);
  if (!undo) throw new Refusal(404, "There is nothing to undo here");
  return undo;
}

/** Returns false if it was undone before. */
export function undoChange(viewer: Viewer, id: number): Promise<boolean> {
  const undo = write(async (tx) => {
    const { kind, change, createdAt, usedAt } = await readUndo(viewer, id, tx);
    if (usedAt !== null) return false;
    if (isLate({ createdAt })) throw new Refusal(409, lateMessage);
    if (!(await isUnchangedSince(tx, change))) throw changedSince();
    await takesBack[kind](tx, viewer, change).catch(refuseAsConflict);
    await tx.update(undos).set({ usedAt: now() }).where(eq(undos.id, id));
    return true;
  });
  return undo.catch((error: unknown) => {
    // Its key or number is another row's now, or a row that it belongs to is gone.
    throw isConstraintViolation(error) ? changedSince() : error;
  });
}

/** A refusal of the row that the change was of, or at a field of its form, is one of the undo. */
function refuseAsConflict(error: unknown): never {
  const isOfRow = error instanceof Refusal && error.status !== 403;
  throw isOfRow ? new Refusal(409, error.message) : error;
}
