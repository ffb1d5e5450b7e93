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
 * A reviewer's page of a permit at an address: their own work on it, everybody's for an administrator, in
 * one discipline or in all.
 */
export async function loadPermitReview(viewer: Viewer, id: number, url: URL) {
  const permit = await readPermit(viewer, id);
  const asked = url.searchParams.get("discipline");
  const discipline = isDiscipline(asked) ? asked : null;
  const askedCycle = url.searchParams.get("reviewCycle");
  const cycle = isReviewCycle(askedCycle) ? askedCycle : permit.reviewCycle;

  const all = await listAssignments(viewer, id);
  const isOwn = ({ employeeId }: Assignment) => employeeId === viewer.employeeId;
  const isCurrent = ({ reviewCycle }: Assignment) => reviewCycle === permit.reviewCycle;
  const workable = all.filter((each) => may(viewer, "assignment.work", { isOwn: isOwn(each) }));
  const shown = workable.filter(
    (each) => isCurrent(each) && (discipline === null || each.discipline === discipline),
  );
  const { files, deletingFile } = await loadPlanFiles(viewer, id, url);
  const currentIndex = reviewCycles.indexOf(permit.reviewCycle);
  const hasFiles = (each: ReviewCycle) => files.some((file) => file.reviewCycle === each);
  const assignmentId = Number(url.searchParams.get("assignmentId"));
  const dialog = url.searchParams.get("dialog");
  return {
    permit,
    discipline,
    cycle,
    // The first is the one that an address without a cycle shows.
    cycles: [
      permit.reviewCycle,
      ...reviewCycles
        .filter((each, index) => index < currentIndex || each === cycle || hasFiles(each))
        .filter((each) => each !== permit.reviewCycle)
        .toReversed(),
    ],
    isEverybodys: reach(viewer, "assignment.work") === "all",
    assignments: shown,
    ownDisciplines: shown.filter(isOwn).map((each) => each.discipline),
    everybody: all.map(assignmentSummary),
    earlier: workable.filter((each) => !isCurrent(each)),
    files: files.filter(({ reviewCycle }) => reviewCycle === cycle),
    upload: (await mayUpload(viewer, permit)) ? newUpload() : null,
    discussion: await loadDiscussion(viewer, id, url),
    time: await loadTimePanel(viewer, permit, url),
    today: today(),
    // A dialog stays open over a row that is gone: what was typed in it must not go with it.
    notesFor: dialog === "notes" ? notesOf(workable, assignmentId) : null,
    deletingFile,
  };
}

function notesOf(workable: Assignment[], id: number) {
  const assignment = workable.find((each) => each.id === id);
  return { id, comment: assignment?.comment ?? "", seen: assignment?.updatedAt };
}
