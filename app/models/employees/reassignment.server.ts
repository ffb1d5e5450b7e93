import { and, eq, inArray } from "drizzle-orm";
import { nextMoment } from "../clock.server";
import { db, write } from "../db.server";
import { notifyOfTakeover } from "../mail/notification.server";
import { duplicateDisciplineMessage } from "../plan-review/assignment.server";
import { recordAssignment } from "../plan-review/assignment-record.server";
import { certificationCheck, listReviewers, notCertifiedMessage } from "../plan-review/reviewer-list.server";
import { isOpen, workloadOf } from "../plan-review/workload.server";
import { allow, type Viewer } from "../policy";
import { type FieldErrors, fieldRefusal, Refusal } from "../refusal";
import { assignments } from "../tables.server";
import type { ReassignForm } from "./employee.form.server";
import { readEmployee } from "./employee-list.server";

/** Returns an employee's open assignments by discipline, each with the certified reviewers who can take them over. */
export async function takeoversOf(viewer: Viewer, id: number) {
  const { byDiscipline } = await workloadOf(db, id);
  const reviewers = (await listReviewers(viewer)).filter((reviewer) => reviewer.id !== id);
  return byDiscipline.map(({ discipline, open }) => ({
    discipline,
    open,
    options: reviewers
      .filter((reviewer) => reviewer.disciplines.includes(discipline))
      .map((reviewer) => ({ value: String(reviewer.id), label: `${reviewer.name} (${reviewer.open} open)` })),
  }));
}

export type Takeover = Awaited<ReturnType<typeof takeoversOf>>[number];

/**
 * Reassigns an employee's open assignments of some disciplines to other reviewers in one transaction,
 * emails those reviewers, and returns the number of assignments. Status and due dates remain. Throws
 * 400 with a field error for a reviewer who is inactive, not certified or the same employee, for a duplicate
 * discipline, and for a list without a reviewer.
 */
export function reassignWork(viewer: Viewer, id: number, moves: ReassignForm["moves"]): Promise<number> {
  return write(async (tx) => {
    const former = await readEmployee(viewer, id, tx);
    allow(viewer, "assignment.edit");
    const selected = moves.flatMap(({ discipline, employeeId }, index) =>
      employeeId === undefined ? [] : [{ discipline, employeeId, index }],
    );
    if (selected.length === 0) throw fieldRefusal("moves[0].employeeId", "Please select a reviewer");
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
    if (Object.keys(fields).length > 0) throw new Refusal(400, "Invalid input", fields);

    const movedDisciplines = selected.map(({ discipline }) => discipline);
    const open = await tx
      .select()
      .from(assignments)
      .where(and(eq(assignments.employeeId, id), isOpen, inArray(assignments.discipline, movedDisciplines)));
    for (const assignment of open) {
      const employeeId = selected.find(({ discipline }) => discipline === assignment.discipline)?.employeeId;
      const [moved] = await tx
        .update(assignments)
        .set({ employeeId, updatedAt: nextMoment(assignment.updatedAt) })
        .where(eq(assignments.id, assignment.id))
        .returning();
      await recordAssignment(tx, viewer, assignment, moved ?? null);
    }
    const takeovers = open.flatMap(
      (assignment) => selected.find(({ discipline }) => discipline === assignment.discipline) ?? [],
    );
    await notifyOfTakeover(tx, viewer, former, takeovers);
    return open.length;
  });
}
