import { write } from "~/platform/db/db.server";
import { changesBetween, recordEvent } from "../audit.server";
import { type CalendarDate, formatDate } from "../calendar-date";
import { changeRow } from "../change-row.server";
import { today } from "../clock.server";
import type { ReviewCycle } from "../permits/permit";
import { readPermit } from "../permits/permit-scope.server";
import { allow, type Viewer } from "../policy";
import { notFound, refusalAtField } from "../refusal";
import { requireOpenPlanCheck, type StoredPlanCheck } from "../review-cycles/plan-check.server";
import { refuseStale } from "../stale-row.server";
import { planChecks } from "../tables.server";

export type PlanCheckDates = { receivedOn?: CalendarDate; completeOn?: CalendarDate | null };

export function changePlanCheckDates(
  viewer: Viewer,
  permitId: number,
  cycle: ReviewCycle,
  changes: PlanCheckDates,
  expectedVersion?: string,
) {
  return write(async (tx) => {
    const permit = await readPermit(viewer, permitId, tx);
    allow(viewer, "plan-check.manage", permit);
    if (!permit.cyclesWithPlanCheck.includes(cycle) && cycle !== permit.reviewCycle)
      throw notFound("Plan check");
    const planCheck = await requireOpenPlanCheck(tx, permit, cycle);
    const { receivedOn, completeOn } = { ...planCheck, ...changes };
    // The form has the version from before this command opened the plan check again.
    const { updatedAt } = permit.planCheck ?? planCheck;
    const current = { receivedOn: planCheck.receivedOn, updatedAt };
    await refuseStale({ updatedAt }, expectedVersion, staleDates, current);
    refuseWrongDays(planCheck, changes);
    const isReceivedOnSet = planCheck.isReceivedOnSet || receivedOn !== planCheck.receivedOn;
    const dates = changesBetween(planCheck, { ...planCheck, receivedOn, completeOn });
    if (Object.keys(dates).length === 0) return;
    await changeRow(tx, planChecks, planCheck, { receivedOn, completeOn, isReceivedOnSet });
    await recordEvent(tx, viewer, "plan-check.updated", planCheck.id, dates);
  });
}

const staleDates = "Another user changed these dates after you opened them. Your changes were not saved.";

function refuseWrongDays(stored: StoredPlanCheck, changes: PlanCheckDates) {
  const { receivedOn, completeOn } = { ...stored, ...changes };
  for (const name of ["receivedOn", "completeOn"] as const) {
    const day = changes[name];
    // A submission date, which the first day follows, may be later.
    if (day && day !== stored[name] && day > today()) throw refusalAtField(name, "Choose a day up to today");
  }
  if (!completeOn || completeOn >= receivedOn) return;
  if (changes.completeOn) throw refusalAtField("completeOn", "This is before the plans were received");
  throw refusalAtField("receivedOn", `The plans were complete on ${formatDate(completeOn)}`);
}
