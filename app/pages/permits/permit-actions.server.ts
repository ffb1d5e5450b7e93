import { type FormTable, pageForm, type RowRequest, submitForm } from "~/form-table.server";
import { localAddress } from "~/http/origin.server";
import { idParameter, keptParameters, pageAddress } from "~/models/address";
import { failures } from "~/models/failures";
import {
  DeletePermitForm,
  NoFields,
  PlanFilesForm,
  permitEditForm,
} from "~/models/permits/permit.form.server";
import { deletePermit, updatePermit } from "~/models/permits/permit.server";
import { readPermit } from "~/models/permits/permit-scope.server";
import { addPlanFiles, allowUpload, deletePlanFile } from "~/models/permits/plan-file.server";
import {
  AssignmentStatusForm,
  NextCycleForm,
  ReviewNotesForm,
} from "~/models/plan-review/assignment.form.server";
import { updateAssignment } from "~/models/plan-review/assignment.server";
import { wasReassignedFrom } from "~/models/plan-review/assignment-record.server";
import { startNextCycle } from "~/models/plan-review/next-cycle.server";
import type { Viewer } from "~/models/policy";
import { Refusal, nullIfNotFound } from "~/models/refusal";
import { redirectWithSuccess } from "~/toast.server";
import { planFilesForm } from "../files/plan-file-form.server";
import { commentForms } from "../plan-review/comment-actions.server";
import { timeForms } from "../plan-review/time-actions.server";

const toPage = (url: URL, description: string) =>
  redirectWithSuccess(pageAddress(url, keptParameters.permit), description);

const toPlanFiles = (url: URL, description: string) =>
  redirectWithSuccess(`${pageAddress(url, keptParameters.permit)}#plan-files`, description);

const uploadForm = planFilesForm({
  schema: PlanFilesForm,
  failure: failures.uploadFiles,
  needsFiles: true,
  allow: ({ viewer, id }: RowRequest) => allowUpload(viewer, id),
  command: async ({ viewer, id, url }, upload, files) => {
    await addPlanFiles(viewer, id, { ...upload, files });
    return toPlanFiles(url, "Files uploaded successfully");
  },
});

/**
 * The forms of a permit's pages: the general page, the reviewer's and the city's have the same, and each
 * leads back to the page that it was sent from.
 */
export const permitForms = {
  ...timeForms,
  ...commentForms,
  edit: pageForm({
    // A permit that does not exist is reported by the command, with what was typed.
    schema: async ({ viewer, id }) =>
      permitEditForm((await nullIfNotFound(readPermit(viewer, id))) ?? undefined),
    failure: failures.updatePermit,
    command: async ({ viewer, id, url }, { updatedAt, ...changes }) => {
      await updatePermit(viewer, id, changes, updatedAt);
      return toPage(url, "Permit updated successfully");
    },
  }),
  upload: uploadForm,
  "dialog=upload": uploadForm,
  status: pageForm({
    schema: AssignmentStatusForm,
    failure: failures.updateAssignment,
    command: async ({ viewer, id, url }, { assignmentId, status, seen }) => {
      await updateAssignment(viewer, assignmentId, { status }, { permitId: id, expectedVersion: seen });
      return toPage(url, "Assignment updated");
    },
  }),
  "dialog=delete": pageForm({
    schema: DeletePermitForm,
    failure: failures.deletePermit,
    command: async ({ viewer, id }, { returnTo }) => {
      await deletePermit(viewer, id);
      return redirectWithSuccess(localAddress(returnTo ?? "/permits"), "Permit deleted successfully");
    },
  }),
  "dialog=delete-file": pageForm({
    schema: NoFields,
    failure: failures.deleteFile,
    command: async ({ viewer, url }) => {
      await deletePlanFile(viewer, idParameter(url.searchParams, "fileId"));
      return toPlanFiles(url, "File deleted successfully");
    },
  }),
  "dialog=next-cycle": pageForm({
    schema: NextCycleForm,
    failure: failures.startNextCycle,
    command: async ({ viewer, id, url }, { disciplines, cycle }) => {
      const started = await startNextCycle(viewer, id, disciplines, { cycle });
      return toPage(url, `${started} has started`);
    },
  }),
  "dialog=notes": pageForm({
    schema: ReviewNotesForm,
    failure: failures.updateAssignment,
    command: async ({ viewer, id, url }, notes) => {
      await saveNotes(viewer, id, idParameter(url.searchParams, "assignmentId"), notes);
      return toPage(url, "Assignment marked as completed");
    },
  }),
} satisfies FormTable<RowRequest>;

/** Submits a form of a permit's page. */
export const permitAction = (sent: RowRequest) => submitForm(sent, permitForms);

/**
 * Completes an assignment with notes; throws 409 if it was reassigned or removed meanwhile, so that the notes
 * stay on the page.
 */
async function saveNotes(
  viewer: Viewer,
  permitId: number,
  assignmentId: number,
  { comment, seen }: ReviewNotesForm,
): Promise<void> {
  try {
    await updateAssignment(
      viewer,
      assignmentId,
      { status: "completed", comment },
      { permitId, expectedVersion: seen },
    );
  } catch (error) {
    const isLost =
      error instanceof Refusal &&
      (error.status === 404 ||
        (error.status === 403 && (await wasReassignedFrom(viewer, permitId, assignmentId))));
    if (!isLost) throw error;
    throw new Refusal(
      409,
      "This assignment was taken away while you were writing. Copy your notes before you leave.",
    );
  }
}
