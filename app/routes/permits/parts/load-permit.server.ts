import { assignmentSummary } from "~/models/assignments/assignment.server";
import { formatMoment, today } from "~/models/clock.server";
import { permitHistory } from "~/models/permits/permit-history.server";
import { type Permit, readPermit } from "~/models/permits/permit-scope.server";
import { mayUpload } from "~/models/permits/plan-file.server";
import { allow, may, type Viewer } from "~/models/policy";
import { hasPlanChecks } from "~/models/review-cycles/plan-check";
import { pick } from "~/models/shown-fields";
import { loadDiscussion } from "./load-discussion.server";
import { editPermitForm } from "./load-permit-form.server";
import { loadPermitLetters } from "./load-permit-letters.server";
import { loadPlanCheck } from "./load-plan-check.server";
import { loadPlanFiles, newPermitUpload } from "./load-plan-files.server";
import { loadStrip } from "./load-strip.server";
import { loadTimePanel } from "./load-time-panel.server";
import { correctionStatesOnce, listAssignmentsOnce, type Opened } from "./read-once.server";
import { zipLinksOf } from "./zip-links.server";

/** More would make the page too large. */
const eventsOnPage = 5;

export type PermitDetail = Awaited<ReturnType<typeof loadPermitDetail>>;

export async function loadPermitDetail(viewer: Viewer, permit: Permit, { request, url }: Opened) {
  const mayEdit = may(viewer, "permit.edit", permit);
  const mayDelete = may(viewer, "permit.delete", permit);
  const mayAssign = may(viewer, "assignment.edit", permit);
  const assignments = await listAssignmentsOnce(request, viewer, permit);
  const corrections = await correctionStatesOnce(request, permit);
  const maySend = mayUpload(viewer, permit, assignments);
  const { files, sheets } = await loadPlanFiles(viewer, permit, { mayChange: maySend });
  return {
    permit: visibleFieldsOf(permit),
    strip: await loadStrip(viewer, permit, request),
    files,
    sheets,
    zipLinks: zipLinksOf(permit, files),
    assignments: assignments.map(assignmentSummary),
    planCheck: await loadPlanCheck(viewer, permit, assignments, corrections),
    letters: hasPlanChecks(permit) ? await loadPermitLetters(viewer, permit) : null,
    history: await loadHistory(viewer, permit, url),
    today: today(),
    mayEdit,
    mayDelete,
    statusLinks: may(viewer, "status-link.manage", permit) ? `/permits/${permit.id}/status-links` : null,
    upload: maySend ? newPermitUpload(viewer, permit) : null,
    mayAssign,
    discussion: await loadDiscussion(viewer, permit, { request, url }),
    time: await loadTimePanel(viewer, permit, assignments, { request, url }),
  };
}

export type PermitEditor = Awaited<ReturnType<typeof loadPermitEditor>>;

export async function loadPermitEditor(viewer: Viewer, id: number, request: Request) {
  const permit = await readPermit(viewer, id);
  allow(viewer, "permit.edit", permit);
  return {
    permit: visibleFieldsOf(permit),
    strip: await loadStrip(viewer, permit, request),
    form: await editPermitForm(viewer, permit),
  };
}

function visibleFieldsOf(permit: Permit) {
  const { idempotencyKey, createdById, createdAt, cityId, isAssigned, ...others } = permit;
  const { planCheck, cyclesWithPlanCheck, cyclesWithLetter, letters, updatedAt, city, ...shown } = others;
  const { newPlans, hasUnreleasedWork, hasPlans, ...fields } = shown;
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
