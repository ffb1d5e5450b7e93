import { changesBetween } from "~/models/audit.server";
import type { CalendarDate } from "~/models/calendar-date";
import { reviewCycles } from "~/models/permits/permit";
import { applicantName } from "~/models/person";
import type * as tables from "~/models/tables.server";
import { workingDaysBefore } from "./demo-calendar";
import type { DemoPeople, DemoUser } from "./demo-people";
import { cycleStartedAt, type DemoPermit, decidedAt } from "./demo-permits";
import type { DemoReview } from "./demo-reviews";

export type EventRow = typeof tables.auditEvents.$inferInsert;
type PlanFileRow = typeof tables.planFiles.$inferInsert;
type DemoWork = {
  permits: DemoPermit[];
  reviews: DemoReview[];
  planFiles: PlanFileRow[];
  /** Those of letters and resubmittals. */
  events: EventRow[];
};

/** Returns the audit events of permits, their files, assignments and letters, ordered by time. */
export function demoHistory(
  { permits, reviews, planFiles, events: letterEvents }: DemoWork,
  people: DemoPeople,
  today: CalendarDate,
): EventRow[] {
  const days = workingDaysBefore(today);
  const events = [
    ...permits.flatMap((permit) => permitEvents(permit, people.administrator, days)),
    ...uploadEvents(planFiles, people),
    ...reviews.flatMap((review) => [...assignmentEvents(review, people.administrator)]),
    ...letterEvents,
  ];
  return events.sort(byTime);
}

export const byTime = (left: EventRow, right: EventRow) =>
  left.at < right.at ? -1 : left.at > right.at ? 1 : 0;

/** An applicant has no id. */
type DemoActor = { id: number | null; name: string };
type DemoEvent = { at: string; actor: DemoActor; action: string; id: number; changes: EventRow["changes"] };

export const eventRow = ({ at, actor, action, id, changes }: DemoEvent): EventRow => ({
  at,
  actorId: actor.id,
  actorName: actor.name,
  action,
  subject: action.slice(0, action.indexOf(".")),
  subjectId: id,
  changes,
});

/** Returns the events of a permit: its creation, each decision and each resubmittal. */
export function permitEvents(
  { row, cycles, requiredDisciplines }: DemoPermit,
  actor: DemoUser,
  days: CalendarDate[],
): EventRow[] {
  const { id } = row;
  const updated = (at: string, changes: EventRow["changes"]) =>
    eventRow({ at, actor, action: "permit.updated", id, changes });

  const first = { ...row, status: "in_process", reviewCycle: reviewCycles[0], requiredDisciplines };
  const created = changesBetween(null, first);
  const events = [eventRow({ at: row.createdAt, actor, action: "permit.created", id, changes: created })];
  for (const [index, cycle] of cycles.entries()) {
    if (index > 0) {
      events.push(
        updated(cycleStartedAt(days, cycle), {
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

/** Returns one event for all files that a user or an applicant uploaded to a permit's review cycle. */
function uploadEvents(planFiles: PlanFileRow[], { users }: DemoPeople): EventRow[] {
  const groups = Map.groupBy(
    planFiles,
    (file) => `${file.permitId} ${file.reviewCycle} ${file.uploadedById}`,
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    const actor = uploaderOf(first, users);
    if (!first || !actor) return [];
    const files = [first, ...others].map(({ fileName }) => fileName);
    return eventRow({
      at: first.uploadedAt,
      actor,
      action: "permit.files-added",
      id: first.permitId,
      changes: { reviewCycle: first.reviewCycle, files },
    });
  });
}

function uploaderOf(file: PlanFileRow | undefined, users: DemoPeople["users"]): DemoActor | undefined {
  if (file?.linkId) return { id: null, name: applicantName({ linkId: file.linkId }) };
  const user = users.find(({ id }) => id === file?.uploadedById);
  return user && { id: user.id, name: `${user.firstName} ${user.lastName}` };
}

/** Yields the events of an assignment: created, started and completed, each with the changed fields. */
export function* assignmentEvents(
  { row, reviewer, startedAt }: Pick<DemoReview, "row" | "reviewer" | "startedAt">,
  administrator: DemoUser,
): Generator<EventRow> {
  const { completedAt } = row;
  const undecided = { decision: null, decisionReason: null };
  const assigned = { ...row, ...undecided, status: "assigned", comment: null, completedAt: null };
  const started = { ...assigned, status: "in_progress" };
  const event = { row, reviewer: reviewer.name };
  yield assignmentEvent({ ...event, at: row.createdAt, actor: administrator }, null, assigned);
  if (startedAt) yield assignmentEvent({ ...event, at: startedAt, actor: reviewer }, assigned, started);
  if (completedAt) {
    const before = startedAt ? started : assigned;
    yield assignmentEvent({ ...event, at: completedAt, actor: reviewer }, before, row);
  }
}

function assignmentEvent(
  { row, reviewer, at, actor }: Pick<DemoReview, "row"> & { reviewer: string; at: string; actor: DemoUser },
  before: object | null,
  after: object,
): EventRow {
  const { id, permitId, discipline, reviewCycle } = row;
  return eventRow({
    at,
    actor,
    action: before ? "permit.assignment-updated" : "permit.assignment-created",
    id: permitId,
    changes: {
      assignment: { id, discipline, reviewCycle },
      employee: [before && reviewer, reviewer],
      ...changesBetween(before, after),
    },
  });
}
