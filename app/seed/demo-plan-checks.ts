import type { CalendarDate } from "~/models/calendar-date";
import type { Decision } from "~/models/corrections/decision";
import { underReview } from "~/models/permits/permit";
import type * as tables from "~/models/tables.server";
import type { DemoUser } from "./demo-people";
import { cycleName, cycleStartedAt, type DemoCycle, type DemoPermit } from "./demo-permits";
import type { Answerer } from "./seed-answers";

export type PlanCheckRow = typeof tables.planChecks.$inferInsert & { id: number };

/** The latest letter of a plan check. */
export type CycleRelease = {
  outcome: Decision;
  at: string;
  by: DemoUser;
  issue: number;
  handedOverOn: CalendarDate | null;
  resubmittal?: { at: string; by: Answerer } | undefined;
  /** The answer to a resubmittal that was not complete. */
  returned?: { at: string; remark: string } | undefined;
  /** The moment of the resubmittal, or of what became of it; before it of the hand-over, or of the release. */
  changedAt: string;
};

/** Returns the day on which the plans of a cycle were received. */
export const receivedOnOf = ({ row, cycles }: DemoPermit, cycle: DemoCycle, days: CalendarDate[]) =>
  cycle === cycles[0] ? (row.submissionDate ?? row.creationDate) : (days[cycle.start] as CalendarDate);

/**
 * Returns the plan check of a permit's cycle. That of an earlier cycle is closed; the current one stays in review
 * without a letter, unless the permit is cancelled or was approved without one.
 */
export function planCheckOf(
  permit: DemoPermit,
  cycle: DemoCycle,
  days: CalendarDate[],
  { id, release }: { id: number; release: CycleRelease | undefined },
): PlanCheckRow {
  const { row, cycles } = permit;
  const index = cycles.indexOf(cycle);
  const next = cycles[index + 1];
  const createdAt = index === 0 ? row.createdAt : cycleStartedAt(days, cycle);
  const isReleased = release?.outcome === "corrections_required";
  const { resubmittal, returned, handedOverOn = null } = release ?? {};
  const releasedState = resubmittal ? "resubmitted" : "released";
  const isInReview = !release && underReview.includes(row.status);
  return {
    id,
    permitId: row.id,
    reviewCycle: cycleName(permit, cycle),
    state: next ? "closed" : isReleased ? releasedState : isInReview ? "in_review" : "closed",
    receivedOn: receivedOnOf(permit, cycle, days),
    isReceivedOnSet: release !== undefined,
    outcome: release?.outcome ?? null,
    releasedAt: release?.at ?? null,
    releasedById: release?.by.id ?? null,
    releasedByName: release?.by.name ?? null,
    handedOverOn,
    handedOverIssue: release && handedOverOn ? release.issue : null,
    resubmittedAt: resubmittal?.at ?? null,
    resubmittedByName: resubmittal?.by.name ?? null,
    resubmittedVia: resubmittal?.by.via ?? null,
    returnedAt: returned?.at ?? null,
    returnRemark: returned?.remark ?? null,
    createdAt,
    updatedAt: next ? cycleStartedAt(days, next) : (release?.changedAt ?? createdAt),
  };
}
