import { inArray } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { formatDate } from "../calendar-date";
import type { TickedRow } from "../many";
import { permitNumberText } from "../permits/permit";
import type { Viewer } from "../policy";
import { pick } from "../shown-fields";
import { assignments, permits } from "../tables.server";
import { assignmentStatuses } from "./assignment";
import { type AssignmentRow, readAssignments } from "./assignment-list.server";

/** Those that are still there, the earliest due date first, with the dates of their permits. */
export async function listTickedAssignments(viewer: Viewer, ids: number[]) {
  const rows = await readAssignments(viewer, inArray(assignments.id, ids));
  const dated = await db
    .select(pick(permits, "id", "creationDate", "submissionDate", "dueDate"))
    .from(permits)
    .where(
      inArray(
        permits.id,
        rows.map(({ permitId }) => permitId),
      ),
    );
  const permitOf = new Map(dated.map((permit) => [permit.id, permit]));
  return rows.flatMap((row) => {
    const permit = permitOf.get(row.permitId);
    return permit ? { ...shownRow(row), ...pick(row, ...asked), permit } : [];
  });
}

/** What the questions about a change are of. */
const asked = [
  ...(["discipline", "employeeId", "employeeDueDate"] as const),
  ...(["decision", "usesCorrections", "isFinished"] as const),
] as const;

const shownRow = (row: AssignmentRow): TickedRow => ({
  ...pick(row, "id", "updatedAt"),
  name: `${permitNumberText(row)} ${row.discipline}`,
  detail: [
    row.employeeName,
    assignmentStatuses[row.status].label,
    row.employeeDueDate && `due ${formatDate(row.employeeDueDate)}`,
  ]
    .filter(Boolean)
    .join(" · "),
});
