import { today } from "~/models/clock.server";
import { isDiscipline } from "~/models/discipline";
import { isReviewCycle, type ReviewCycle, reviewCycles } from "~/models/permits/permit";
import { readPermit } from "~/models/permits/permit-scope.server";
import { mayUpload } from "~/models/permits/plan-file.server";
import { type Assignment, assignmentSummary, listAssignments } from "~/models/plan-review/assignment.server";
import { may, reach, type Viewer } from "~/models/policy";
import { loadPlanFiles, newUpload } from "../files/plan-file-list.server";
import { loadDiscussion } from "./comment-actions.server";
import { loadTimePanel } from "./time-actions.server";

export type PermitReview = Awaited<ReturnType<typeof loadPermitReview>>;

/**
 * Reads the review page of a permit for a page address: the viewer's assignments, or those of all reviewers
 * for an administrator, in one discipline or in all.
 */
export async function loadPermitReview(viewer: Viewer, id: number, url: URL) {
  const permit = await readPermit(viewer, id);
  const requestedDiscipline = url.searchParams.get("discipline");
  const discipline = isDiscipline(requestedDiscipline) ? requestedDiscipline : null;
  const requestedCycle = url.searchParams.get("reviewCycle");
  const cycle = isReviewCycle(requestedCycle) ? requestedCycle : permit.reviewCycle;

  const all = await listAssignments(viewer, id);
  const isOwn = ({ employeeId }: Assignment) => employeeId === viewer.employeeId;
  const isCurrent = ({ reviewCycle }: Assignment) => reviewCycle === permit.reviewCycle;
  const workable = all.filter((assignment) => may(viewer, "assignment.work", { isOwn: isOwn(assignment) }));
  const shown = workable.filter(
    (assignment) => isCurrent(assignment) && (discipline === null || assignment.discipline === discipline),
  );
  const { files, deletingFile } = await loadPlanFiles(viewer, id, url);
  const currentIndex = reviewCycles.indexOf(permit.reviewCycle);
  const hasFiles = (reviewCycle: ReviewCycle) => files.some((file) => file.reviewCycle === reviewCycle);
  const assignmentId = Number(url.searchParams.get("assignmentId"));
  const dialog = url.searchParams.get("dialog");
  return {
    permit,
    discipline,
    cycle,
    // The first one is selected when the address has no cycle.
    cycles: [
      permit.reviewCycle,
      ...reviewCycles
        .filter((other, index) => index < currentIndex || other === cycle || hasFiles(other))
        .filter((other) => other !== permit.reviewCycle)
        .toReversed(),
    ],
    showsAllReviewers: reach(viewer, "assignment.work") === "all",
    assignments: shown,
    ownDisciplines: shown.filter(isOwn).map((assignment) => assignment.discipline),
    summaries: all.map(assignmentSummary),
    earlier: workable.filter((assignment) => !isCurrent(assignment)),
    files: files.filter(({ reviewCycle }) => reviewCycle === cycle),
    upload: (await mayUpload(viewer, permit)) ? newUpload() : null,
    discussion: await loadDiscussion(viewer, id, url),
    time: await loadTimePanel(viewer, permit, url),
    today: today(),
    // The dialog stays open for a deleted assignment, so that the typed text is not lost.
    notesFor: dialog === "notes" ? notesOf(workable, assignmentId) : null,
    deletingFile,
  };
}

function notesOf(workable: Assignment[], id: number) {
  const assignment = workable.find((row) => row.id === id);
  return { id, comment: assignment?.comment ?? "", expectedVersion: assignment?.updatedAt };
}
