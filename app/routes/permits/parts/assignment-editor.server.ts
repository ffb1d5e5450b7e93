import { reviewerDueDate } from "~/models/assignments/assignment";
import { AssignmentsSchema } from "~/models/assignments/assignment.schema.server";
import {
  type AssignmentInput,
  listAssignments,
  saveAssignments,
  versionOf,
} from "~/models/assignments/assignment.server";
import { listReviewers, nobodyCertified, reviewerOption } from "~/models/assignments/reviewer-list.server";
import { suggestReviewers } from "~/models/assignments/reviewer-suggestion.server";
import { isCalendarDate } from "~/models/calendar-date";
import { today } from "~/models/clock.server";
import { type Discipline, disciplineValues, isDiscipline } from "~/models/discipline";
import { failures } from "~/models/failures";
import { assignmentQuestions } from "~/models/permits/due-date-question";
import { type Permit, readPermit } from "~/models/permits/permit-scope.server";
import { pluralize } from "~/models/pluralize";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { isInReview } from "~/models/review-cycles/plan-check";
import { pick } from "~/models/shown-fields";
import { type FormResult, NoFields, processForm, refuseOtherMethods } from "~/platform/forms/form.server";
import { readForm } from "~/platform/http/request-body.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { loadStrip } from "./load-strip.server";
import { listAssignmentsOnce } from "./read-once.server";

export type AssignmentEditorData = Awaited<ReturnType<typeof loadAssignmentEditor>>;

export async function loadAssignmentEditor(viewer: Viewer, id: number, request: Request) {
  const permit = await readPermit(viewer, id);
  const all = await listAssignmentsOnce(request, viewer, permit);
  const assignments = all.filter(({ reviewCycle }) => reviewCycle === permit.reviewCycle);
  const reviewers = await listReviewers(viewer);
  /** After the release, the status of a review stays. */
  const isReleased = permit.city.usesCorrections && !isInReview(permit.planCheck);
  const rows = disciplineValues.map((discipline) => {
    const assignment = assignments.find((row) => row.discipline === discipline);
    const certified = reviewers.map((reviewer) => reviewer.disciplines.includes(discipline));
    const isCertified = reviewers.some(({ id }, index) => certified[index] && id === assignment?.employeeId);
    return {
      discipline,
      isInUse: assignment !== undefined || permit.requiredDisciplines.includes(discipline),
      employeeId: assignment ? String(assignment.employeeId) : "",
      employeeDueDate: assignment ? (assignment.employeeDueDate ?? "") : newDueDate(permit),
      status: assignment?.status ?? "assigned",
      isStatusFixed: isReleased && assignment !== undefined,
      hint: certified.includes(true) ? null : nobodyCertified(discipline),
      /** "1" for each reviewer who is certified: ids would be a seventh of the page. */
      certified: certified.map(Number).join(""),
      // The assigned reviewer stays an option, even if no longer certified or active.
      otherReviewer:
        assignment && !isCertified
          ? { value: String(assignment.employeeId), label: assignment.employeeName }
          : null,
    };
  });
  return {
    permit: pick(permit, "id", "urban37PermitNumber", "revisionNumber", "projectName", "reviewCycle"),
    version: versionOf(assignments),
    /** Each once: most are certified in several disciplines. */
    reviewers: reviewers.map(reviewerOption),
    rows,
    strip: await loadStrip(viewer, permit, request),
  };
}

const newDueDate = ({ dueDate }: Permit) => reviewerDueDate(dueDate, today());

const currentAssignments = async (viewer: Viewer, permit: Permit) =>
  (await listAssignments(viewer, permit)).filter(({ reviewCycle }) => reviewCycle === permit.reviewCycle);

export async function submitAssignments(request: Request, viewer: Viewer, id: number) {
  refuseOtherMethods(request);
  const { form } = await readForm(request);
  if (form.has("suggest") || form.has("add"))
    return processForm(request, form, NoFields, {}, () => fillIn(form, viewer, id));
  const save = async ({ assignments, seen: expectedVersion }: AssignmentsSchema) => {
    const indexes = assignments.flatMap(({ employeeId }, index) => (employeeId ? [index] : []));
    const rows = indexes.map((index) => assignments[index] as AssignmentsSchema["assignments"][number]);
    const inputs = rows.map(
      ({ discipline, employeeId, employeeDueDate, status }): AssignmentInput => ({
        discipline,
        employeeId: employeeId ?? 0,
        employeeDueDate: employeeDueDate ?? null,
        status: status ?? "assigned",
      }),
    );
    await saveAssignments(viewer, id, inputs, expectedVersion ?? "").catch((error) => {
      throw error instanceof Refusal ? withFormIndexes(error, indexes) : error;
    });
    return redirectWithSuccess(`/permits/${id}#assignments`, "Assignments saved");
  };
  const ask = ({ assignments }: AssignmentsSchema) => dueDatesToConfirm(viewer, id, assignments);
  return processForm(request, form, AssignmentsSchema, { failure: failures.updateAssignments, ask }, save);
}

/** With what Suggest or "Add a discipline" fills in. */
export type EditorResult = FormResult & {
  reasons?: Partial<Record<Discipline, string>>;
  note?: string;
  /** The discipline whose row is new. */
  added?: Discipline;
};

async function fillIn(form: FormData, viewer: Viewer, id: number) {
  const permit = await readPermit(viewer, id);
  const rows = typedRows(form);
  const added = form.get("add");
  const initialValue = { assignments: rows, seen: String(form.get("seen") ?? "") };
  if (isDiscipline(added) && !rows.some(({ discipline }) => discipline === added)) {
    rows.push({
      discipline: added,
      employeeId: "",
      employeeDueDate: newDueDate(permit),
      status: "assigned",
    });
    return { initialValue, added };
  }
  const empty = rows.filter(({ employeeId }) => employeeId === "");
  const suggestions = await suggestReviewers(
    viewer,
    empty.map(({ discipline, employeeDueDate: day }) => ({
      discipline,
      employeeDueDate: isCalendarDate(day) ? day : null,
    })),
  );
  const reasons: EditorResult["reasons"] = {};
  for (const [index, row] of empty.entries()) {
    const { employeeId, reason } = suggestions[index] ?? {};
    row.employeeId = String(employeeId ?? "");
    reasons[row.discipline] = reason;
  }
  const suggested = empty.filter(({ employeeId }) => employeeId !== "").length;
  return { initialValue, reasons, note: suggestionNote(empty.length, suggested) };
}

function typedRows(form: FormData) {
  return disciplineValues.flatMap((_, index) => {
    const textOf = (part: string) => String(form.get(`assignments[${index}].${part}`) ?? "");
    const discipline = textOf("discipline");
    if (!isDiscipline(discipline)) return [];
    return {
      discipline,
      employeeId: textOf("employeeId"),
      employeeDueDate: textOf("employeeDueDate"),
      status: textOf("status"),
    };
  });
}

function suggestionNote(empty: number, suggested: number): string {
  if (empty === 0) return "Each discipline has a plan reviewer already";
  if (suggested === 0) return "No plan reviewer can be suggested";
  return `${pluralize(suggested, "plan reviewer", "plan reviewers")} suggested. Nothing is saved yet.`;
}

type DatedRow = Pick<
  AssignmentsSchema["assignments"][number],
  "discipline" | "employeeId" | "employeeDueDate"
>;

/** Asks about no day that was stored before, or that a new assignment gets by itself. */
export async function dueDatesToConfirm(viewer: Viewer, id: number, rows: DatedRow[]) {
  const permit = await readPermit(viewer, id);
  const stored = await currentAssignments(viewer, permit);
  const dueBefore = (discipline: string) => {
    const assignment = stored.find((row) => row.discipline === discipline);
    return assignment ? assignment.employeeDueDate : newDueDate(permit);
  };
  return rows
    .filter((row) => row.employeeId && row.employeeDueDate !== dueBefore(row.discipline))
    .flatMap((row) => assignmentQuestions(row, permit));
}

/** The form also has rows without a reviewer. */
function withFormIndexes(refusal: Refusal, indexes: number[]): Refusal {
  if (!refusal.fields) return refusal;
  const fields = Object.entries(refusal.fields).map(([name, messages]) => {
    const formName = name.replace(/\d+/, (index) => String(indexes[Number(index)]));
    return [formName, messages] as const;
  });
  return new Refusal(refusal.status, refusal.message, {
    ...refusal.details,
    fields: Object.fromEntries(fields),
  });
}
