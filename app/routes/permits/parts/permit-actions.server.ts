import { localAddress } from "~/http/cross-site.server";
import { idIn, keptParameters, pageAddress } from "~/models/address";
import type { CalendarDate } from "~/models/calendar-date";
import { failures } from "~/models/failures";
import type { PlanFileOrigin } from "~/models/files/plan-file";
import { dueDateQuestions, laterThanPermit, receivedQuestions } from "~/models/permits/due-date-question";
import { DeletePermitSchema, PlanFilesSchema, permitEditSchema } from "~/models/permits/permit.schema.server";
import { deletePermit, updatePermit } from "~/models/permits/permit.server";
import { type Permit, readPermit } from "~/models/permits/permit-scope.server";
import { addPlanFiles, allowUpload, deletePlanFile, setFileAside } from "~/models/permits/plan-file.server";
import { isDone } from "~/models/plan-review/assignment";
import {
  AssignmentStatusSchema,
  NextCycleSchema,
  ReviewNotesSchema,
} from "~/models/plan-review/assignment.schema.server";
import { listAssignments, updateAssignment } from "~/models/plan-review/assignment.server";
import { startNextCycle } from "~/models/plan-review/next-cycle.server";
import { PlanCheckDatesSchema } from "~/models/plan-review/plan-check.schema.server";
import { changePlanCheckDates } from "~/models/plan-review/plan-check-dates.server";
import { type Capability, may, type Viewer } from "~/models/policy";
import { nullIfNotFound } from "~/models/refusal";
import { formReturningTo, type RowRequest, submitForm } from "~/page-forms.server";
import { redirectWithSuccess } from "~/toast.server";
import { planFilesForm } from "~/pages/files/plan-file-form.server";
import { permitLetterForms } from "./load-permit-letters.server";
import { backCheckForms } from "../../review/parts/back-check-forms.server";
import { commentForms } from "./load-discussion.server";
import { correctionForms, toastOf } from "../../review/parts/correction-actions.server";
import { keepNotesIfReassigned } from "../../review/parts/reassigned-while-writing.server";
import { timeForms } from "./load-time-panel.server";

const form = formReturningTo<RowRequest>(({ url }) => pageAddress(url, keptParameters.permit));

const planFilesAddress = (url: URL, changes: { reviewCycle?: string } = {}) =>
  `${pageAddress(url, keptParameters.permit, changes)}#plan-files`;

const planFileForm = formReturningTo<RowRequest>(({ url }) => planFilesAddress(url));

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
      return redirectWithSuccess(planFilesAddress(url, shown), "Files uploaded successfully");
    },
  });

const setAsideForm = (isSetAside: boolean) =>
  planFileForm({
    failure: isSetAside ? failures.setFileAside : failures.takeFileBack,
    command: ({ viewer, url }) => setFileAside(viewer, idIn(url, "fileId"), isSetAside),
    says: isSetAside ? "File set aside" : "File taken back",
  });

export const permitForms = {
  ...timeForms,
  ...commentForms,
  ...correctionForms,
  ...backCheckForms,
  ...permitLetterForms,
  edit: form({
    // The command reports a missing permit: the form keeps the typed values.
    schema: async ({ viewer, id }) =>
      permitEditSchema((await nullIfNotFound(readPermit(viewer, id))) ?? undefined),
    failure: failures.updatePermit,
    ask: ({ viewer, id }, dates) => editQuestions(viewer, id, dates),
    command: ({ viewer, id }, { updatedAt, ...changes }) => updatePermit(viewer, id, changes, updatedAt),
    says: "Permit updated successfully",
  }),
  upload: uploadForm(),
  "dialog=upload": uploadForm(),
  status: form({
    schema: AssignmentStatusSchema,
    failure: failures.updateAssignment,
    command: ({ viewer, id }, { assignmentId, status, seen }) =>
      updateAssignment(viewer, assignmentId, { status }, { permitId: id, expectedVersion: seen }),
    says: (updated) => toastOf("Assignment updated", updated),
  }),
  "dialog=delete": form({
    schema: DeletePermitSchema,
    failure: failures.deletePermit,
    command: async ({ viewer, id }, { returnTo }) => {
      await deletePermit(viewer, id);
      return redirectWithSuccess(localAddress(returnTo ?? "/permits"), "Permit deleted successfully");
    },
  }),
  "dialog=delete-file": planFileForm({
    failure: failures.deleteFile,
    command: ({ viewer, url }) => deletePlanFile(viewer, idIn(url, "fileId")),
    says: "File deleted successfully",
  }),
  "dialog=set-aside": setAsideForm(true),
  "dialog=take-back": setAsideForm(false),
  "dialog=clock": formReturningTo<RowRequest>(({ url }) => `${url.pathname}#plan-check`)({
    schema: PlanCheckDatesSchema,
    failure: failures.saveDates,
    ask: ({ viewer, id }, { receivedOn }) => planCheckQuestions(viewer, id, receivedOn),
    command: ({ viewer, id }, { cycle, updatedAt, ...dates }) =>
      changePlanCheckDates(viewer, id, cycle, dates, updatedAt),
    says: "Dates saved",
  }),
  "dialog=next-cycle": form({
    schema: NextCycleSchema,
    failure: failures.startNextCycle,
    ask: ({ viewer, id }, dates) => nextCycleQuestions(viewer, id, dates),
    command: ({ viewer, id }, { disciplines, hasDays: _hasDays, formKey, ...next }) =>
      startNextCycle(viewer, id, disciplines, { ...next, idempotencyKey: formKey }),
    says: (newCycle) => `${newCycle} has started`,
  }),
  "dialog=notes": form({
    schema: ReviewNotesSchema,
    failure: failures.updateAssignment,
    command: async ({ viewer, id, url }, { comment, seen }) => {
      const assignmentId = idIn(url, "assignmentId");
      const changes = { status: "completed", comment } as const;
      return keepNotesIfReassigned(viewer, id, assignmentId, () =>
        updateAssignment(viewer, assignmentId, changes, { permitId: id, expectedVersion: seen }),
      );
    },
    says: "Assignment marked as completed",
  }),
};

export const permitAction = (post: RowRequest) => submitForm(post, permitForms);

async function permitToAskAbout(viewer: Viewer, id: number, capability: Capability) {
  const permit = await nullIfNotFound(readPermit(viewer, id));
  return permit && may(viewer, capability, permit) ? permit : null;
}

type Dates = { creationDate: CalendarDate; dueDate: CalendarDate; submissionDate: CalendarDate | null };

/** Also about reviews that are due later. */
async function editQuestions(viewer: Viewer, id: number, dates: Dates): Promise<string[]> {
  const permit = await permitToAskAbout(viewer, id, "permit.edit");
  if (!permit) return [];
  const names = ["creationDate", "dueDate", "submissionDate"] as const;
  if (names.every((name) => dates[name] === permit[name])) return [];
  const reviews = dates.dueDate === permit.dueDate ? [] : await openReviews(viewer, permit);
  return [
    ...dueDateQuestions(dates.dueDate, dates),
    ...reviews.flatMap((review) => laterThanPermit(review, dates.dueDate)),
  ];
}

const openReviews = async (viewer: Viewer, permit: Permit) =>
  (await listAssignments(viewer, permit)).filter(
    ({ reviewCycle, status }) => reviewCycle === permit.reviewCycle && !isDone(status),
  );

type NextDates = { receivedOn?: CalendarDate | null; dueDate?: CalendarDate | null };

async function nextCycleQuestions(viewer: Viewer, id: number, { receivedOn, dueDate }: NextDates) {
  const permit = await permitToAskAbout(viewer, id, "assignment.edit");
  if (!permit || !dueDate) return [];
  return [...dueDateQuestions(dueDate, permit), ...receivedQuestions(receivedOn, dueDate)];
}

async function planCheckQuestions(viewer: Viewer, id: number, receivedOn?: CalendarDate) {
  const permit = await permitToAskAbout(viewer, id, "plan-check.manage");
  return permit ? receivedQuestions(receivedOn, permit.dueDate) : [];
}
