import { formatMoment, today } from "~/models/clock.server";
import { nextReviewCycle } from "~/models/permits/permit";
import { lettersOfCycle, type Permit, readPermit } from "~/models/permits/permit-scope.server";
import { mayUpload } from "~/models/permits/plan-file.server";
import { newPlansOf, receivedByDefault } from "~/models/plan-checks/new-plans.server";
import { cancelledMessage } from "~/models/plan-checks/plan-check";
import { reviewerDueDate } from "~/models/plan-review/assignment";
import { type Assignment, assignmentSummary, listAssignments } from "~/models/plan-review/assignment.server";
import type { CorrectionState } from "~/models/plan-review/correction";
import { readCorrectionStates } from "~/models/plan-review/correction-state.server";
import { continuesByDefault, repeatableReviews } from "~/models/plan-review/next-cycle";
import { permitHistory } from "~/models/plan-review/permit-history.server";
import { allow, may, type Viewer } from "~/models/policy";
import { newIdempotencyKey } from "~/models/secret.server";
import { pick } from "~/models/shown-fields";
import { loadPlanFiles, newPermitUpload } from "./load-plan-files.server";
import { loadPermitLetters } from "./load-permit-letters.server";
import { loadDiscussion } from "./load-discussion.server";
import { hasPlanChecks, loadPlanCheck } from "./load-plan-check.server";
import { loadTimePanel } from "./load-time-panel.server";
import { editPermitForm } from "./load-permit-form.server";

/** More would make the page too large. */
const eventsOnPage = 5;

export type PermitDetail = Awaited<ReturnType<typeof loadPermitDetail>>;

export async function loadPermitDetail(viewer: Viewer, id: number, url: URL) {
  const permit = await readPermit(viewer, id);
  const mayEdit = may(viewer, "permit.edit", permit);
  const mayDelete = may(viewer, "permit.delete", permit);
  const mayAssign = may(viewer, "assignment.edit", permit);
  const assignments = await listAssignments(viewer, permit);
  const corrections = hasPlanChecks(permit) ? await readCorrectionStates(permit) : [];
  const dialog = url.searchParams.get("dialog");
  return {
    permit: visibleFieldsOf(permit),
    ...(await loadPlanFiles(viewer, permit, url)),
    assignments: assignments.map(assignmentSummary),
    planCheck: await loadPlanCheck(viewer, permit, assignments, corrections, url),
    letters: hasPlanChecks(permit) ? await loadPermitLetters(viewer, permit, url) : null,
    history: await loadHistory(viewer, permit, url),
    today: today(),
    mayEdit,
    mayDelete,
    upload: mayUpload(viewer, permit, assignments) ? newPermitUpload(viewer, permit) : null,
    mayAssign,
    nextCycle:
      mayAssign && dialog === "next-cycle" ? await nextCycleOf(permit, assignments, corrections) : null,
    discussion: await loadDiscussion(viewer, permit, url),
    time: await loadTimePanel(viewer, permit, assignments, url),
    isDeleting: mayDelete && dialog === "delete",
  };
}

export type PermitEditor = Awaited<ReturnType<typeof loadPermitEditor>>;

export async function loadPermitEditor(viewer: Viewer, id: number) {
  const permit = await readPermit(viewer, id);
  allow(viewer, "permit.edit", permit);
  return { permit: visibleFieldsOf(permit), form: await editPermitForm(viewer, permit) };
}

function visibleFieldsOf(permit: Permit) {
  const { idempotencyKey, createdById, createdAt, cityId, isAssigned, ...others } = permit;
  const { planCheck, cyclesWithPlanCheck, cyclesWithLetter, letters, updatedAt, city, ...fields } = others;
  return {
    ...fields,
    city: pick(city, "cityName", "usesCorrections", "approvalWording"),
    letterCount: letters.length,
    updated: formatMoment(updatedAt),
  };
}

async function loadHistory(viewer: Viewer, permit: Permit, { searchParams }: URL) {
  const isComplete = searchParams.has("history");
  const events = await permitHistory(viewer, permit, isComplete ? undefined : eventsOnPage + 1);
  return {
    events: (isComplete ? events : events.slice(0, eventsOnPage)).map((event) => ({
      ...pick(event, "id", "at", "actorName", "text", "changes"),
      at: formatMoment(event.at),
    })),
    hasEarlier: !isComplete && events.length > eventsOnPage,
  };
}

/** Those with open corrections are checked and, without a letter of this cycle, those not completed. */
async function nextCycleOf(permit: Permit, assignments: Assignment[], corrections: CorrectionState[]) {
  const cycle = nextReviewCycle(permit.reviewCycle);
  if (!cycle) return null;
  const { usesCorrections } = permit.city;
  const newPlans = await newPlansOf(permit);
  const receivedOn = receivedByDefault(newPlans, lettersOfCycle(permit).at(-1)?.issuedOn);
  const isDefault = continuesByDefault(permit, usesCorrections ? corrections : []);
  return {
    cycle,
    idempotencyKey: newIdempotencyKey(),
    obstacle: usesCorrections ? cancelledMessage(permit) : null,
    hasLetter: permit.cyclesWithLetter.includes(permit.reviewCycle),
    files: newPlans.map((file) => ({
      ...pick(file, "id", "fileName", "reviewCycle"),
      uploaded: formatMoment(file.uploadedAt),
    })),
    days: usesCorrections
      ? { receivedOn, dueDate: reviewerDueDate(permit.dueDate, today()), today: today() }
      : null,
    disciplines: repeatableReviews(permit, assignments).map((assignment) => ({
      ...pick(assignment, "discipline", "employeeName", "isCertified"),
      isChecked: isDefault(assignment) && (assignment.isCertified || !usesCorrections),
    })),
  };
}

export type NextCycle = NonNullable<Awaited<ReturnType<typeof nextCycleOf>>>;
