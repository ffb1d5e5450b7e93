import { changesBetween } from "~/models/audit.server";
import type { CalendarDate } from "~/models/calendar-date";
import { reviewCycles } from "~/models/permits/permit";
import type * as tables from "~/models/tables.server";
import { workingDaysBefore } from "./demo-calendar";
import type { DemoPeople, DemoUser } from "./demo-people";
import { type DemoPermit, decidedAt, resubmittedAt } from "./demo-permits";
import type { DemoReview } from "./demo-reviews";

type EventRow = typeof tables.auditEvents.$inferInsert;
type PlanFileRow = typeof tables.planFiles.$inferInsert;
type DemoWork = { permits: DemoPermit[]; reviews: DemoReview[]; planFiles: PlanFileRow[] };

/** Returns the audit events of permits, their files and their assignments, ordered by time. */
export function demoHistory(
  { permits, reviews, planFiles }: DemoWork,
  people: DemoPeople,
  today: CalendarDate,
): EventRow[] {
  const days = workingDaysBefore(today);
  const events = [
    ...permits.flatMap((permit) => permitEvents(permit, people.administrator, days)),
    ...uploadEvents(planFiles, people),
    ...reviews.flatMap((review) => assignmentEvents(review, people.administrator)),
  ];
  return events.sort(byTime);
}

const byTime = (left: EventRow, right: EventRow) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0);

type DemoEvent = { at: string; actor: DemoUser; action: string; id: number; changes: EventRow["changes"] };

const eventRow = ({ at, actor, action, id, changes }: DemoEvent): EventRow => ({
  at,
  actorId: actor.id,
  actorName: actor.name,
  action,
  subject: action.slice(0, action.indexOf(".")),
  subjectId: id,
  changes,
});

function permitEvents({ row, cycles }: DemoPermit, actor: DemoUser, days: CalendarDate[]): EventRow[] {
  const { id } = row;
  const updated = (at: string, changes: EventRow["changes"]) =>
    eventRow({ at, actor, action: "permit.updated", id, changes });

  const events = [eventRow({ at: row.createdAt, actor, action: "permit.created", id, changes: {} })];
  for (const [index, cycle] of cycles.entries()) {
    if (index > 0) {
      events.push(
        updated(resubmittedAt(days, cycle), {
          status: ["resubmittal_required", "in_process"],
          reviewCycle: [reviewCycles[index - 1], reviewCycles[index]],
        }),
      );
    }
    const isCurrent = index === cycles.length - 1;
    const decision = isCurrent ? row.status : "resubmittal_required";
    if (decision !== "in_process")
      events.push(updated(decidedAt(days, cycle), { status: ["in_process", decision] }));
  }
  return events;
}

/** Returns one event for all files of a permit and review cycle. */
function uploadEvents(planFiles: PlanFileRow[], { users }: DemoPeople): EventRow[] {
  const groups = Map.groupBy(planFiles, (file) => `${file.permitId} ${file.reviewCycle}`);
  return [...groups.values()].flatMap(([first, ...others]) => {
    const user = users.find(({ id }) => id === first?.uploadedById);
    if (!first || !user) return [];
    const files = [first, ...others].map(({ fileName }) => fileName);
    return eventRow({
      at: first.uploadedAt,
      actor: { id: user.id, name: `${user.firstName} ${user.lastName}` },
      action: "permit.files-added",
      id: first.permitId,
      changes: { reviewCycle: first.reviewCycle, files },
    });
  });
}

/** Returns the events of an assignment: created, started and completed, each with the changed fields. */
function assignmentEvents({ row, reviewer, startedAt }: DemoReview, administrator: DemoUser): EventRow[] {
  const { id, permitId, discipline, reviewCycle, completedAt } = row;
  const assigned = { ...row, status: "assigned", comment: null, completedAt: null };
  const started = { ...assigned, status: "in_progress" };
  const changed = (at: string, actor: DemoUser, before: object | null, after: object) =>
    eventRow({
      at,
      actor,
      action: before ? "permit.assignment-updated" : "permit.assignment-created",
      id: permitId,
      changes: {
        assignment: { id, discipline, reviewCycle },
        employee: [before && reviewer.name, reviewer.name],
        ...changesBetween(before, after),
      },
    });

  const events = [changed(row.createdAt, administrator, null, assigned)];
  if (startedAt) events.push(changed(startedAt, reviewer, assigned, started));
  if (completedAt) events.push(changed(completedAt, reviewer, startedAt ? started : assigned, row));
  return events;
}
