import { refuseOtherMethods, submit } from "~/form.server";
import { localAddress } from "~/http/origin.server";
import { keptParameters, pageAddress } from "~/models/address";
import { failures } from "~/models/failures";
import type { StoredFile } from "~/models/files/plan-file-store.server";
import {
  DeletePermitForm,
  NoFields,
  type PermitEdit,
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
import { startNextCycle, updateAssignment } from "~/models/plan-review/assignment.server";
import { wasTakenFrom } from "~/models/plan-review/assignment-record.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { redirectWithSuccess } from "~/toast.server";
import { submitWithPlanFiles } from "../files/plan-file-form.server";
import { commentAction, isCommentAddress } from "../plan-review/comment-actions.server";
import { isTimeAddress, timeAction } from "../plan-review/time-actions.server";

type PermitRequest = { request: Request; viewer: Viewer; id: number; url: URL };

/**
 * Whatever the pages of a permit send, to the address of the form or dialog that it was typed in. The
 * general page, the reviewer's and the city's answer it, and each leads back to itself.
 */
export async function permitAction({ request, viewer, id, url }: PermitRequest) {
  refuseOtherMethods(request);
  const page = pageAddress(url, keptParameters.permit);
  if (isTimeAddress(url)) return timeAction({ request, viewer, id, url, page });
  if (isCommentAddress(url)) return commentAction({ request, viewer, id, url, page });

  if (url.searchParams.has("edit")) {
    const save = async ({ updatedAt, ...changes }: PermitEdit) => {
      await updatePermit(viewer, id, changes, updatedAt);
      return redirectWithSuccess(page, "Permit updated successfully");
    };
    return submit(request, await editFormOf(viewer, id), save, { failure: failures.updatePermit });
  }
  if (url.searchParams.has("upload") || url.searchParams.get("dialog") === "upload") {
    await allowUpload(viewer, id);
    const save = async (upload: PlanFilesForm, files: StoredFile[]) => {
      await addPlanFiles(viewer, id, { ...upload, files });
      return redirectWithSuccess(`${page}#plan-files`, "Files uploaded successfully");
    };
    const options = { failure: failures.uploadFiles, needsFiles: true };
    return submitWithPlanFiles(request, viewer, PlanFilesForm, save, options);
  }
  if (url.searchParams.has("status")) {
    const save = async ({ assignmentId, status, seen }: AssignmentStatusForm) => {
      await updateAssignment(viewer, assignmentId, { status }, { permitId: id, seen });
      return redirectWithSuccess(page, "Assignment updated");
    };
    return submit(request, AssignmentStatusForm, save, { failure: failures.updateAssignment });
  }
  return dialogAction({ request, viewer, id, url }, page);
}

/** The edit form of a permit; one that is out of reach is told of when it is saved, with what was typed. */
async function editFormOf(viewer: Viewer, id: number) {
  const permit = await readPermit(viewer, id).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  return permitEditForm(permit);
}

function dialogAction({ request, viewer, id, url }: PermitRequest, page: string) {
  switch (url.searchParams.get("dialog")) {
    case "delete": {
      const remove = async ({ returnTo }: DeletePermitForm) => {
        await deletePermit(viewer, id);
        return redirectWithSuccess(localAddress(returnTo ?? "/permits"), "Permit deleted successfully");
      };
      return submit(request, DeletePermitForm, remove, { failure: failures.deletePermit });
    }
    case "delete-file": {
      const remove = async () => {
        await deletePlanFile(viewer, Number(url.searchParams.get("fileId")));
        return redirectWithSuccess(`${page}#plan-files`, "File deleted successfully");
      };
      return submit(request, NoFields, remove, { failure: failures.deleteFile });
    }
    case "next-cycle": {
      const start = async ({ disciplines, cycle }: NextCycleForm) => {
        const started = await startNextCycle(viewer, id, disciplines, { cycle });
        return redirectWithSuccess(page, `${started} has started`);
      };
      return submit(request, NextCycleForm, start, { failure: failures.startNextCycle });
    }
    case "notes": {
      const save = async (notes: ReviewNotesForm) => {
        await saveNotes(viewer, id, Number(url.searchParams.get("assignmentId")), notes);
        return redirectWithSuccess(page, "Assignment marked as completed");
      };
      return submit(request, ReviewNotesForm, save, { failure: failures.updateAssignment });
    }
    default:
      throw new Refusal(400, "Nothing was sent that this page knows. Go back and try again.");
  }
}

/** Notes written for an assignment that was taken away meanwhile are told of, and stay on the page. */
async function saveNotes(
  viewer: Viewer,
  permitId: number,
  assignmentId: number,
  { comment, seen }: ReviewNotesForm,
): Promise<void> {
  try {
    await updateAssignment(viewer, assignmentId, { status: "completed", comment }, { permitId, seen });
  } catch (error) {
    const isLost =
      error instanceof Refusal &&
      (error.status === 404 ||
        (error.status === 403 && (await wasTakenFrom(viewer, permitId, assignmentId))));
    if (!isLost) throw error;
    throw new Refusal(
      409,
      "This assignment was taken away while you were writing. Copy your notes before you leave.",
    );
  }
}
