import { type Connection, write } from "~/platform/db/db.server";
import type { CalendarDate } from "../calendar-date";
import { notifyOfAssignments, notifyOfGivenAssignments } from "../mail/notification.server";
import type { Tick } from "../many";
import { changedMeanwhile, changeMany } from "../many.server";
import { type Permit, readPermit } from "../permits/permit-scope.server";
import { allow, type Viewer } from "../policy";
import { refusalAtField } from "../refusal";
import { refuseOtherCycle } from "../review-cycles/plan-check.server";
import { refuseStale } from "../stale-row.server";
import { keepUndo } from "../undo.server";
import { isDone } from "./assignment";
import {
  type AssignmentInput,
  changeAssignment,
  changeProgress,
  readStoredAssignment,
  readWorkableAssignment,
  type StoredAssignment,
} from "./assignment.server";
import { certificationCheck, isSamePair, notCertifiedMessage } from "./reviewer-list.server";

/** As in the list of its permit's assignments: status, notes and history stay. */
export function changeReviewer(
  viewer: Viewer,
  id: number,
  changes: Pick<AssignmentInput, "employeeId" | "employeeDueDate">,
  { permitId, expectedVersion }: { permitId: number; expectedVersion?: string },
) {
  return write(async (tx) => {
    const permit = await readPermit(viewer, permitId, tx);
    allow(viewer, "assignment.edit", permit);
    const assignment = await readStoredAssignment(tx, viewer, id, permitId);
    const given = await giveAssignment(tx, viewer, { permit, assignment, changes }, async () => {
      const { updatedAt } = assignment;
      await refuseStale(assignment, expectedVersion, staleReviewer, { updatedAt });
    });
    await notifyOfAssignments(tx, viewer, permit, given?.isNew ? [given] : []);
  });
}

type Given = {
  permit: Permit;
  assignment: StoredAssignment;
  changes: Pick<AssignmentInput, "employeeId" | "employeeDueDate">;
};

/** Returns nothing if it is so already. */
async function giveAssignment(
  tx: Connection,
  viewer: Viewer,
  { permit, assignment, changes }: Given,
  refuseOld: () => Promise<void>,
) {
  allow(viewer, "assignment.edit", permit);
  refuseOtherCycle(permit, assignment.reviewCycle);
  const { discipline, status: earlierStatus } = assignment;
  const row = { discipline, status: earlierStatus, ...changes };
  const isSameReviewer = isSamePair(assignment, row);
  if (isSameReviewer && assignment.employeeDueDate === row.employeeDueDate) return undefined;
  await refuseOld();
  const mayTake = isSameReviewer || (await certificationCheck(tx, [row]))(row);
  if (!mayTake) throw refusalAtField("employeeId", notCertifiedMessage(discipline));
  const status = await changeAssignment(tx, viewer, permit, assignment, row);
  return { ...row, permitId: permit.id, isNew: !isDone(status) && !isSameReviewer };
}

/** The ticked reviews get the same reviewer or due date. */
export async function changeAssignments(
  viewer: Viewer,
  ticks: Tick[],
  changes: { employeeId: number } | { employeeDueDate: CalendarDate },
) {
  allow(viewer, "assignment.edit");
  return changeMany(viewer, ticks, {
    event: "assignment.many-updated",
    change: async (tx, { id, version }) => {
      const assignment = await readStoredAssignment(tx, viewer, id);
      const { permitId, employeeId, employeeDueDate } = assignment;
      const permit = await readPermit(viewer, permitId, tx);
      const given = { permit, assignment, changes: { employeeId, employeeDueDate, ...changes } };
      return giveAssignment(tx, viewer, given, () => refuseStale(assignment, version, changedMeanwhile));
    },
    finish: (tx, changed) => {
      const given = changed.filter(({ isNew }) => isNew);
      return notifyOfGivenAssignments(tx, viewer, given);
    },
  });
}

const staleReviewer =
  "This assignment was changed after you opened it. Your choice was not saved. Save again to replace the current version.";

export async function completeAssignments(viewer: Viewer, ticks: Tick[]) {
  allow(viewer, "assignment.work");
  return changeMany(viewer, ticks, {
    event: "assignment.many-updated",
    change: async (tx, { id, version }) => {
      const before = await readWorkableAssignment(tx, viewer, id);
      if (isDone(before.status)) return undefined;
      await refuseStale(before, version, changedMeanwhile);
      return { before, after: await changeProgress(tx, viewer, before, { status: "completed" }) };
    },
    finish: (tx, completed) =>
      keepUndo(tx, viewer, "assignment", {
        rows: completed.map((row) => ({ table: "assignments", ...row })),
      }),
  });
}
