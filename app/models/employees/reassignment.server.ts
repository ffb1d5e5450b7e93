import { and, inArray } from "drizzle-orm";
import { repeatUntilDone } from "~/platform/db/batches.server";
import { type Connection, db, write } from "~/platform/db/db.server";
import { duplicateDisciplineMessage } from "../assignments/assignment.server";
import { openSqlOf, workloadOf } from "../assignments/assignment-list.server";
import { recordAssignments } from "../assignments/assignment-record.server";
import {
  certificationCheck,
  listReviewers,
  type NewAssignment,
  notCertifiedMessage,
  reviewerOption,
} from "../assignments/reviewer-list.server";
import { nextMoment } from "../clock.server";
import { notifyOfTakeover } from "../mail/notification.server";
import { allow, type Viewer } from "../policy";
import { type FieldErrors, Refusal, refusalAtField } from "../refusal";
import { assignments } from "../tables.server";
import type { ReassignSchema } from "./employee.schema.server";
import { readEmployee } from "./employee-list.server";

export async function takeoversOf(viewer: Viewer, id: number) {
  const { byDiscipline } = await workloadOf(db, id);
  const reviewers = (await listReviewers(viewer)).filter((reviewer) => reviewer.id !== id);
  return byDiscipline.map(({ discipline, open }) => ({
    discipline,
    open,
    options: reviewers.filter((reviewer) => reviewer.disciplines.includes(discipline)).map(reviewerOption),
  }));
}

export function reassignWork(viewer: Viewer, id: number, moves: ReassignSchema["moves"]): Promise<number> {
  return write(async (tx) => {
    const former = await readEmployee(viewer, id, tx);
    allow(viewer, "assignment.edit");
    const selected = moves.flatMap(({ discipline, employeeId }, index) =>
      employeeId === undefined ? [] : [{ discipline, employeeId, index }],
    );
    if (selected.length === 0) throw refusalAtField("moves[0].employeeId", "Please select a plan reviewer");
    const isCertified = await certificationCheck(tx, selected);
    const fields: FieldErrors = {};
    for (const [position, { index, ...move }] of selected.entries()) {
      if (selected.findIndex(({ discipline }) => discipline === move.discipline) < position) {
        fields[`moves[${index}].discipline`] = [duplicateDisciplineMessage(move.discipline)];
      }
      if (move.employeeId === id || !isCertified(move)) {
        fields[`moves[${index}].employeeId`] = [notCertifiedMessage(move.discipline)];
      }
    }
    if (Object.keys(fields).length > 0) throw new Refusal(400, "Invalid input", { fields });

    const takeovers: NewAssignment[] = [];
    const movedDisciplines = selected.map(({ discipline }) => discipline);
    const open = and(openSqlOf(id), inArray(assignments.discipline, movedDisciplines));
    // A moved assignment is not found again. Other writes wait until all are moved, but no page does.
    await repeatUntilDone(async (limit) => {
      const found = await tx.select().from(assignments).where(open).limit(limit);
      for (const move of selected) takeovers.push(...(await moveAssignments(tx, viewer, found, move)));
      return found;
    });
    await notifyOfTakeover(tx, viewer, former, takeovers);
    return takeovers.length;
  });
}

type Assignment = typeof assignments.$inferSelect;

async function moveAssignments(tx: Connection, viewer: Viewer, open: Assignment[], move: NewAssignment) {
  const { discipline, employeeId } = move;
  const moving = open.filter((assignment) => assignment.discipline === discipline);
  const latest = moving.reduce((last, { updatedAt }) => (updatedAt > last ? updatedAt : last), "");
  const ids = moving.map(({ id }) => id);
  const moved = await tx
    .update(assignments)
    .set({ employeeId, updatedAt: nextMoment(latest) })
    .where(inArray(assignments.id, ids))
    .returning();
  const after = new Map(moved.map((assignment) => [assignment.id, assignment]));
  const changes = moving.map((before) => ({ before, after: after.get(before.id) ?? null }));
  await recordAssignments(tx, viewer, "updated", changes);
  return moved.map(() => ({ discipline, employeeId }));
}
