import { formatMoment, today } from "~/models/clock.server";
import { nextReviewCycle } from "~/models/permits/permit";
import { type Permit, readPermit } from "~/models/permits/permit-scope.server";
import { mayUpload } from "~/models/permits/plan-file.server";
import { continuesByDefault } from "~/models/plan-review/assignment";
import { type Assignment, assignmentSummary, listAssignments } from "~/models/plan-review/assignment.server";
import { permitHistory } from "~/models/plan-review/permit-history.server";
import { may, type Viewer } from "~/models/policy";
import { loadPlanFiles, newUpload } from "../files/plan-file-list.server";
import { loadDiscussion } from "../plan-review/comment-actions.server";
import { loadTimePanel } from "../plan-review/time-actions.server";
import { editPermitForm } from "./permit-form.server";

/** The number of history events on the page; more would make the page too large. */
const eventsOnPage = 5;

export type PermitDetail = Awaited<ReturnType<typeof loadPermitDetail>>;

/** Loads the administrator's page of a permit. Throws 404 outside the viewer's scope. */
export async function loadPermitDetail(viewer: Viewer, id: number, url: URL) {
  const permit = await readPermit(viewer, id);
  const {
    idempotencyKey: _key,
    createdById: _createdById,
    createdAt: _createdAt,
    updatedAt,
    ...visibleFields
  } = permit;
  const mayEdit = may(viewer, "permit.edit", permit);
  const mayDelete = may(viewer, "permit.delete", permit);
  const mayAssign = may(viewer, "assignment.edit", permit);
  const assignments = await listAssignments(viewer, id);
  const dialog = url.searchParams.get("dialog");
  return {
    permit: { ...visibleFields, updated: formatMoment(updatedAt) },
    ...(await loadPlanFiles(viewer, id, url)),
    assignments: assignments.map(assignmentSummary),
    history: await loadHistory(viewer, id, url),
    today: today(),
    mayEdit,
    mayDelete,
    upload: (await mayUpload(viewer, permit)) ? newUpload() : null,
    form: mayEdit && url.searchParams.has("edit") ? await editPermitForm(viewer, permit) : null,
    mayAssign,
    nextCycle: mayAssign && dialog === "next-cycle" ? nextCycleOf(permit, assignments) : null,
    discussion: await loadDiscussion(viewer, id, url),
    time: await loadTimePanel(viewer, permit, url),
    isDeleting: mayDelete && dialog === "delete",
  };
}

/** Loads the latest events of a permit, or all of them with `?history`. */
async function loadHistory(viewer: Viewer, id: number, { searchParams }: URL) {
  const isComplete = searchParams.has("history");
  const events = await permitHistory(viewer, id, isComplete ? undefined : eventsOnPage + 1);
  return {
    events: (isComplete ? events : events.slice(0, eventsOnPage)).map(
      ({ id: eventId, at, actorName, text, changes }) => ({
        id: eventId,
        at: formatMoment(at),
        actorName,
        text,
        changes,
      }),
    ),
    hasEarlier: !isComplete && events.length > eventsOnPage,
  };
}

/** Returns the disciplines in the dialog for the next cycle. Those that are not completed are checked. */
function nextCycleOf(permit: Permit, assignments: Assignment[]) {
  const cycle = nextReviewCycle(permit.reviewCycle);
  if (!cycle) return null;
  const currentAssignments = assignments.filter(({ reviewCycle }) => reviewCycle === permit.reviewCycle);
  return {
    cycle,
    disciplines: currentAssignments.map((assignment) => ({
      discipline: assignment.discipline,
      employeeName: assignment.employeeName,
      isChecked: continuesByDefault(assignment),
    })),
  };
}

export type NextCycle = NonNullable<ReturnType<typeof nextCycleOf>>;
