import { type Assignment, assignmentSummary } from "~/models/assignments/assignment.server";
import { today } from "~/models/clock.server";
import { type Discipline, disciplines } from "~/models/discipline";
import { valueIn } from "~/models/options";
import { isBefore, isReviewCycle, type ReviewCycle, reviewCycles } from "~/models/permits/permit";
import type { Permit } from "~/models/permits/permit-scope.server";
import { mayUpload } from "~/models/permits/plan-file.server";
import { scopeOf, type Viewer } from "~/models/policy";
import { pick } from "~/models/shown-fields";
import { loadDiscussion } from "../../permits/parts/load-discussion.server";
import { loadPlanFiles, newPermitUpload } from "../../permits/parts/load-plan-files.server";
import { loadStrip } from "../../permits/parts/load-strip.server";
import { loadTimePanel } from "../../permits/parts/load-time-panel.server";
import { noteOpened } from "../../permits/parts/note-opened.server";
import { listAssignmentsOnce, type Opened, readPermitOnce } from "../../permits/parts/read-once.server";
import { zipLinksOf } from "../../permits/parts/zip-links.server";
import { loadCorrectionsCard } from "./load-corrections-card.server";

export type PermitReview = Awaited<ReturnType<typeof loadPermitReview>>;

/** `?discipline=` limits the assignments, `?reviewCycle=` selects the plan files. */
export async function loadPermitReview(viewer: Viewer, id: number, { request, url }: Opened) {
  const permit = await readPermitOnce(request, viewer, id);
  await noteOpened(viewer, permit, { request, url });
  const discipline = valueIn(disciplines, url.searchParams.get("discipline")) ?? null;
  const requestedCycle = url.searchParams.get("reviewCycle");
  const cycle = isReviewCycle(requestedCycle) ? requestedCycle : permit.reviewCycle;

  const allAssignments = await listAssignmentsOnce(request, viewer, permit);
  const isOwn = ({ employeeId }: Assignment) => employeeId === viewer.employeeId;
  const isCurrent = ({ reviewCycle }: Assignment) => reviewCycle === permit.reviewCycle;
  const editableAssignments = allAssignments.filter(({ mayWork }) => mayWork);
  const currentAssignments = editableAssignments.filter(
    (assignment) => isCurrent(assignment) && (discipline === null || assignment.discipline === discipline),
  );
  const summaries = allAssignments.map(assignmentSummary);
  const showsAllReviewers = scopeOf(viewer, "assignment.work") === "all";
  const maySend = mayUpload(viewer, permit, allAssignments);
  const { files, sheets } = await loadPlanFiles(viewer, permit, { mayChange: false });
  const hasFiles = (reviewCycle: ReviewCycle) => files.some((file) => file.reviewCycle === reviewCycle);
  return {
    permit: shownFieldsOf(permit),
    strip: await loadStrip(viewer, permit, request),
    discipline,
    cycle,
    // It is selected if the address has none.
    cycles: [
      permit.reviewCycle,
      ...reviewCycles
        .filter((other) => isBefore(other, permit.reviewCycle) || other === cycle || hasFiles(other))
        .filter((other) => other !== permit.reviewCycle)
        .toReversed(),
    ],
    showsAllReviewers,
    workTitle: showsAllReviewers ? titleOfAll(discipline) : "My Assignments",
    assignments: currentAssignments.map(taskOf),
    ownDisciplines: currentAssignments.filter(isOwn).map((assignment) => assignment.discipline),
    summaries,
    earlier: summaries.filter(
      ({ id, reviewCycle }) =>
        reviewCycle !== permit.reviewCycle && editableAssignments.some((row) => row.id === id),
    ),
    files: files.filter(({ reviewCycle }) => reviewCycle === cycle),
    sheets,
    zipLinks: zipLinksOf(permit, files),
    upload: maySend ? newPermitUpload(viewer, permit) : null,
    corrections: await loadCorrectionsCard(viewer, permit, allAssignments, { request, url }),
    discussion: await loadDiscussion(viewer, permit, { request, url }),
    time: await loadTimePanel(viewer, permit, allAssignments, { request, url }),
    today: today(),
  };
}

const titleOfAll = (discipline: Discipline | null) =>
  discipline ? `${discipline} assignment` : "Assignments";

const shownFieldsOf = (permit: Permit) => ({
  ...pick(permit, "id", "urban37PermitNumber", "revisionNumber", "cityPermitNumber", "status"),
  ...pick(permit, "reviewCycle", "dueDate", "projectName", "projectAddress", "projectDescription"),
  city: pick(permit.city, "cityName", "usesCorrections", "approvalWording"),
});

const taskOf = ({ returnRemark, returnedByName, ...task }: Assignment) => ({
  ...pick(task, "id", "discipline", "employeeName", "employeeDueDate", "status", "decision"),
  ...pick(task, "comment", "updatedAt"),
  ...(returnRemark && { returned: `Returned by ${returnedByName}: ${returnRemark}` }),
});
