import { and, desc, eq } from "drizzle-orm";
import { db } from "../db.server";
import { type ReviewCycle, reviewCycles } from "../permits/permit";
import { readPermit } from "../permits/permit-scope.server";
import { allow, type Viewer } from "../policy";
import { assignments, auditEvents } from "../tables.server";
import { type AssignmentChange, changeText, type Pair } from "./assignment-change";
import { reviewerNames } from "./assignment-record.server";

const mostEvents = 100;

export type PermitEvent = {
  id: number;
  /** UTC. */
  at: string;
  actorName: string;
  action: string;
  /** What happened, in words. */
  text: string;
  /** The fields of the permit that `text` does not tell of, each as it was and as it is. */
  changes: Record<string, Pair<unknown>>;
};

/**
 * What happened to a permit, its assignments and review cycles, the latest first, at most 100 events or
 * as many as are asked for. 404 outside the viewer's sight; 403 for a city, since it names reviewers.
 */
export async function permitHistory(viewer: Viewer, id: number, limit = mostEvents): Promise<PermitEvent[]> {
  await readPermit(viewer, id);
  allow(viewer, "permit.history");
  const events = await db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.subject, "permit"), eq(auditEvents.subjectId, id)))
    .orderBy(desc(auditEvents.id))
    .limit(limit);
  return [...events.map(told), ...(await formerEvents(id, limit))]
    .sort((one, other) => other.id - one.id)
    .slice(0, limit);
}

type Stored = typeof auditEvents.$inferSelect;
type Changes = Stored["changes"];

function told({ id, at, actorName, action, changes }: Stored): PermitEvent {
  return { id, at, actorName, action, ...explained(action, changes) };
}

function explained(action: string, changes: Changes): Pick<PermitEvent, "text" | "changes"> {
  const names = Array.isArray(changes.files) ? changes.files.join(", ") : "";
  switch (action) {
    case "permit.created":
      return { text: "Created", changes: {} };
    case "permit.files-added":
      return { text: `Files added: ${names}`, changes: {} };
    case "permit.file-deleted":
      return { text: `File deleted: ${names}`, changes: {} };
    case "permit.assignment-created":
      return { text: changeText(assignmentChange("created", changes)), changes: {} };
    case "permit.assignment-updated":
      return { text: changeText(assignmentChange("updated", changes)), changes: {} };
    case "permit.assignment-removed":
      return { text: changeText(assignmentChange("removed", changes)), changes: {} };
    default:
      return changed(changes);
  }
}

function changed({ reviewCycle, ...rest }: Changes): Pick<PermitEvent, "text" | "changes"> {
  const fields = Object.entries(rest).filter(([, value]) => Array.isArray(value) && value.length === 2);
  return {
    text: Array.isArray(reviewCycle) ? cycleText(reviewCycle as Pair<ReviewCycle>) : "Changed",
    changes: Object.fromEntries(fields) as PermitEvent["changes"],
  };
}

function cycleText([before, after]: Pair<ReviewCycle>): string {
  const isLater = after && before && reviewCycles.indexOf(after) > reviewCycles.indexOf(before);
  return isLater ? `Review cycle ${after} started` : `Set back to review cycle ${after}`;
}

function assignmentChange(kind: AssignmentChange["kind"], changes: Changes): AssignmentChange {
  const { assignment, ...fields } = changes as Omit<AssignmentChange, "kind"> & {
    assignment: Pick<AssignmentChange, "discipline" | "reviewCycle">;
  };
  return { ...fields, ...assignment, kind };
}

/** Events from before they were recorded under the permit: they have the assignment's id, and no names. */
async function formerEvents(permitId: number, limit: number): Promise<PermitEvent[]> {
  const rows = await db
    .select({
      event: auditEvents,
      discipline: assignments.discipline,
      reviewCycle: assignments.reviewCycle,
    })
    .from(assignments)
    .innerJoin(
      auditEvents,
      and(eq(auditEvents.subject, "assignment"), eq(auditEvents.subjectId, assignments.id)),
    )
    .where(eq(assignments.permitId, permitId))
    .orderBy(desc(auditEvents.id))
    .limit(limit);
  const reviewers = rows.map(({ event }) => (event.changes.employeeId ?? [null, null]) as Pair<number>);
  const names = await reviewerNames(reviewers.flat());
  const nameOf = (id: number | null) => id && (names.get(id) ?? "somebody else");
  return rows.map(({ event, ...assignment }, index) => {
    const [before, after] = reviewers[index] ?? [null, null];
    const kind = event.action === "assignment.created" ? "created" : "updated";
    const change = {
      ...event.changes,
      ...assignment,
      kind,
      employee: [nameOf(before), nameOf(after)],
    } as AssignmentChange;
    const { id, at, actorName, action } = event;
    return { id, at, actorName, action, text: changeText(change), changes: {} };
  });
}
