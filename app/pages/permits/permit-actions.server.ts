import { localAddress } from "~/http/cross-site.server";
import { idParameter, keptParameters, pageAddress } from "~/models/address";
import { failures } from "~/models/failures";
import type { PlanFileOrigin } from "~/models/files/plan-file";
import {
  DeletePermitSchema,
  NoFields,
  PlanFilesSchema,
  permitEditSchema,
} from "~/models/permits/permit.schema.server";
import { deletePermit, updatePermit } from "~/models/permits/permit.server";
import { readPermit } from "~/models/permits/permit-scope.server";
import { addPlanFiles, allowUpload, deletePlanFile, setFileAside } from "~/models/permits/plan-file.server";
import {
  AssignmentStatusSchema,
  NextCycleSchema,
  ReviewNotesSchema,
} from "~/models/plan-review/assignment.schema.server";
import { updateAssignment } from "~/models/plan-review/assignment.server";
import { startNextCycle } from "~/models/plan-review/next-cycle.server";
import { nullIfNotFound } from "~/models/refusal";
import { type PageForms, pageForm, type RowRequest, submitForm } from "~/page-forms.server";
import { redirectWithSuccess } from "~/toast.server";
import { planFilesForm } from "../files/plan-file-form.server";
import { permitLetterForms } from "../letters/permit-letters.server";
import { backCheckForms } from "../plan-review/back-check-actions.server";
import { commentForms } from "../plan-review/comment-actions.server";
import { correctionForms, toastOf } from "../plan-review/correction-actions.server";
import { planCheckForms } from "../plan-review/plan-check-detail.server";
import { keepNotesIfReassigned } from "../plan-review/reassigned-while-writing.server";
import { timeForms } from "../plan-review/time-actions.server";
import { editQuestions, nextCycleQuestions } from "./date-questions.server";

const toPage = (url: URL, description: string) =>
  redirectWithSuccess(pageAddress(url, keptParameters.permit), description);

const toPlanFiles = (url: URL, description: string, changes: { reviewCycle?: string } = {}) =>
  redirectWithSuccess(`${pageAddress(url, keptParameters.permit, changes)}#plan-files`, description);

/** `origin` is for a form without a field for it. */
export const uploadForm = (origin?: PlanFileOrigin) =>
  planFilesForm({
    schema: PlanFilesSchema,
    failure: failures.uploadFiles,
    needsFiles: true,
    allow: ({ viewer, id }: RowRequest) => allowUpload(viewer, id),
    command: async ({ viewer, id, url }, upload, files) => {
      await addPlanFiles(viewer, id, { ...upload, origin: upload.origin ?? origin, files });
      // A page that shows one cycle shows that of the new files.
      const shown = url.searchParams.has("reviewCycle") ? { reviewCycle: upload.reviewCycle } : {};
      return toPlanFiles(url, "Files uploaded successfully", shown);
    },
  });

/** Or takes it back. */
const setAsideForm = (isSetAside: boolean) =>
  pageForm({
    schema: NoFields,
    failure: isSetAside ? failures.setFileAside : failures.takeFileBack,
    command: async ({ viewer, url }: RowRequest) => {
      await setFileAside(viewer, idParameter(url.searchParams, "fileId"), isSetAside);
      return toPlanFiles(url, isSetAside ? "File set aside" : "File taken back");
    },
  });

/** Each redirects to the page that it was sent from. */
export const permitForms = {
  ...timeForms,
  ...commentForms,
  ...correctionForms,
  ...backCheckForms,
  ...planCheckForms,
  ...permitLetterForms,
  edit: pageForm({
    // The command reports a missing permit: the form keeps the typed values.
    schema: async ({ viewer, id }) =>
      permitEditSchema((await nullIfNotFound(readPermit(viewer, id))) ?? undefined),
    failure: failures.updatePermit,
    ask: ({ viewer, id }, dates) => editQuestions(viewer, id, dates),
    command: async ({ viewer, id, url }, { updatedAt, ...changes }) => {
      await updatePermit(viewer, id, changes, updatedAt);
      return toPage(url, "Permit updated successfully");
    },
  }),
  upload: uploadForm(),
  "dialog=upload": uploadForm(),
  status: pageForm({
    schema: AssignmentStatusSchema,
    failure: failures.updateAssignment,
    command: async ({ viewer, id, url }, { assignmentId, status, seen }) => {
      const options = { permitId: id, expectedVersion: seen };
      const updated = await updateAssignment(viewer, assignmentId, { status }, options);
      return toPage(url, toastOf("Assignment updated", updated));
    },
  }),
  "dialog=delete": pageForm({
    schema: DeletePermitSchema,
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
  "dialog=set-aside": setAsideForm(true),
  "dialog=take-back": setAsideForm(false),
  "dialog=next-cycle": pageForm({
    schema: NextCycleSchema,
    failure: failures.startNextCycle,
    ask: ({ viewer, id }, dates) => nextCycleQuestions(viewer, id, dates),
    command: async ({ viewer, id, url }, { disciplines, hasDays: _hasDays, formKey, ...next }) => {
      const newCycle = await startNextCycle(viewer, id, disciplines, { ...next, idempotencyKey: formKey });
      return toPage(url, `${newCycle} has started`);
    },
  }),
  "dialog=notes": pageForm({
    schema: ReviewNotesSchema,
    failure: failures.updateAssignment,
    command: async ({ viewer, id, url }, { comment, seen }) => {
      const assignmentId = idParameter(url.searchParams, "assignmentId");
      const changes = { status: "completed", comment } as const;
      await keepNotesIfReassigned(viewer, id, assignmentId, () =>
        updateAssignment(viewer, assignmentId, changes, { permitId: id, expectedVersion: seen }),
      );
      return toPage(url, "Assignment marked as completed");
    },
  }),
} satisfies PageForms<RowRequest>;

export const permitAction = (post: RowRequest) => submitForm(post, permitForms);
