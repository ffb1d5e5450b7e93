import { and, asc, eq, inArray, max } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { formatDate } from "../calendar-date";
import type { TickedRow } from "../many";
import { allow, type Viewer } from "../policy";
import { pick } from "../shown-fields";
import { assignments, permits } from "../tables.server";
import { permitNumberText, permitStatuses } from "./permit";
import { visibleTo } from "./permit-scope.server";

const columns = pick(
  permits,
  ...(["id", "updatedAt", "urban37PermitNumber", "revisionNumber", "projectName"] as const),
  ...(["status", "dueDate", "creationDate", "submissionDate"] as const),
);

/** Those that are still there, by their numbers. */
export async function listTickedPermits(viewer: Viewer, ids: number[]) {
  allow(viewer, "permit.read");
  const rows = await db
    .select(columns)
    .from(permits)
    .where(and(inArray(permits.id, ids), visibleTo(viewer)))
    .orderBy(asc(permits.urban37PermitNumber), asc(permits.id));
  const lastDay = await lastReviewDays(rows.map(({ id }) => id));
  return rows.map((permit) => ({
    ...permit,
    ...shownRow(permit),
    lastReviewOn: lastDay.get(permit.id) ?? null,
  }));
}

/** The last days on which open reviews of permits are due. */
async function lastReviewDays(permitIds: number[]) {
  const rows = await db
    .select({ permitId: assignments.permitId, day: max(assignments.employeeDueDate) })
    .from(assignments)
    .where(and(inArray(assignments.permitId, permitIds), eq(assignments.isOpen, true)))
    .groupBy(assignments.permitId);
  return new Map(rows.map(({ permitId, day }) => [permitId, day]));
}

const shownRow = (permit: Pick<typeof permits.$inferSelect, keyof typeof columns>): TickedRow => ({
  ...pick(permit, "id", "updatedAt"),
  name: permitNumberText(permit),
  detail: [permit.projectName, permitStatuses[permit.status].label, `due ${formatDate(permit.dueDate)}`].join(
    " · ",
  ),
});
