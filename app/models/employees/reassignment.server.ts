import { and, eq, inArray } from "drizzle-orm";
import { nextMoment } from "../clock.server";
import { db, write } from "../db.server";
import { notifyOfTakeover } from "../mail/notification.server";
import { chosenTwice } from "../plan-review/assignment.server";
import { recordAssignment } from "../plan-review/assignment-record.server";
import { certification, listReviewers, notCertified } from "../plan-review/reviewer-list.server";
import { isOpen, workOf } from "../plan-review/workload.server";
import { allow, type Viewer } from "../policy";
import { type FieldErrors, fieldRefusal, Refusal } from "../refusal";
import { assignments } from "../tables.server";
import type { ReassignForm } from "./employee.form.server";
import { readEmployee } from "./employee-list.server";

/** An employee's open work by discipline, each with the others who are certified and can take it over. */
export async function takeoversOf(viewer: Viewer, id: number) {
  const { byDiscipline } = await workOf(db, id);
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
 * Gives an employee's open assignments of some disciplines to others, all in one turn, with their status
 * and due date as they are; answers how many, and tells the others by mail. Refuses at its field a reviewer
 * who is inactive, not certified, or the same, a discipline that stands twice, and a list in which nobody
 * is chosen.
 */
export function reassignWork(viewer: Viewer, id: number, moves: ReassignForm["moves"]): Promise<number> {
  return write(async (tx) => {
    const former = await readEmployee(viewer, id, tx);
    allow(viewer, "assignment.edit");
    const chosen = moves.flatMap(({ discipline, employeeId }, index) =>
      employeeId === undefined ? [] : [{ discipline, employeeId, index }],
    );
    if (chosen.length === 0) throw fieldRefusal("moves[0].employeeId", "Please select a reviewer");
    const isCertified = await certification(tx, chosen);
    const fields: FieldErrors = {};
    for (const [place, { index, ...move }] of chosen.entries()) {
      if (chosen.findIndex(({ discipline }) => discipline === move.discipline) < place) {
        fields[`moves[${index}].discipline`] = [chosenTwice(move.discipline)];
      }
      if (move.employeeId === id || !isCertified(move)) {
        fields[`moves[${index}].employeeId`] = [notCertified(move.discipline)];
      }
    }
    if (Object.keys(fields).length > 0) throw new Refusal(400, "Invalid input", fields);

    const taken = chosen.map(({ discipline }) => discipline);
    const open = await tx
      .select()
      .from(assignments)
      .where(and(eq(assignments.employeeId, id), isOpen, inArray(assignments.discipline, taken)));
    for (const assignment of open) {
      const employeeId = chosen.find(({ discipline }) => discipline === assignment.discipline)?.employeeId;
      const [moved] = await tx
        .update(assignments)
        .set({ employeeId, updatedAt: nextMoment(assignment.updatedAt) })
        .where(eq(assignments.id, assignment.id))
        .returning();
      await recordAssignment(tx, viewer, assignment, moved ?? null);
    }
    const handed = open.flatMap(
      (each) => chosen.find(({ discipline }) => discipline === each.discipline) ?? [],
    );
    await notifyOfTakeover(tx, viewer, former, handed);
    return open.length;
  });
}
