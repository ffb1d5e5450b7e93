import { getZodConstraint } from "@conform-to/zod/v4";
import { dialogDiscipline, idIn } from "~/models/address";
import { searchIn } from "~/models/clean-text";
import { type Discipline, disciplineValues, isDiscipline } from "~/models/discipline";
import type { Permit } from "~/models/permits/permit-scope.server";
import { effectiveStateOf, isInReview, takesDrafts } from "~/models/plan-checks/plan-check";
import type { Assignment } from "~/models/plan-review/assignment.server";
import { isOpenItem, type LibraryChoice, numberOf, verdicts } from "~/models/plan-review/correction";
import { CorrectionSchema, KeptLibraryChoice } from "~/models/plan-review/correction.schema.server";
import { findDeleted, type ShownCorrection } from "~/models/plan-review/correction-list.server";
import {
  decisionValues,
  fittingDecisions,
  isInEarlierLetter,
  missingBackChecks,
} from "~/models/plan-review/decision";
import { versionOfReview } from "~/models/plan-review/decision.server";
import { findOffered, listOffered } from "~/models/plan-review/standard-comment-list.server";
import { loggableDisciplines } from "~/models/plan-review/time-entry-list.server";
import type { Viewer } from "~/models/policy";
import { newIdempotencyKey } from "~/models/secret.server";
import { pick } from "~/models/shown-fields";
import { wholeNumber } from "~/models/whole-number";
import { openDialog } from "~/page-forms.server";

type DialogContext = {
  viewer: Viewer;
  permit: Permit;
  assignments: readonly Assignment[];
  own: Discipline[];
  rows: ShownCorrection[];
  url: URL;
};

export type CorrectionDialogData = NonNullable<Awaited<ReturnType<typeof openCorrectionDialog>>>;

export const openCorrectionDialog = (context: DialogContext) =>
  openDialog(context, {
    correction: async (opened: DialogContext) =>
      opened.url.searchParams.has("correctionId") ? editDialog(opened) : addDialog(opened),
    "delete-correction": deleteDialog,
    "reopen-correction": reopenDialog,
    standard: standardDialog,
    decide: decideDialog,
  });

const constraint = getZodConstraint(CorrectionSchema.omit({ formKey: true }));

/** Its own, or the one that the page shows. */
const requestedIn = ({ searchParams }: URL): string | null =>
  searchParams.get(dialogDiscipline) ?? searchParams.get("discipline");

function foreignFilter({ own, url }: DialogContext): Discipline | undefined {
  const filter = url.searchParams.get("discipline");
  return isDiscipline(filter) && !own.includes(filter) ? filter : undefined;
}

/** A former reviewer still gets the dialog: the typed text is not lost. */
function choicesOf(opened: DialogContext): Discipline[] {
  const foreign = foreignFilter(opened);
  if (foreign) return [foreign];
  return opened.own.length > 0 ? opened.own : [...disciplineValues];
}

const isReasonNeeded = ({ permit, assignments }: DialogContext, discipline: Discipline): boolean =>
  isInEarlierLetter(assignments, discipline, permit);

/** Also for one that is written after the release of its letter. */
const isReasonAsked = ({ reviewCycle, planCheck }: Permit) => reviewCycle !== "PC1" || !isInReview(planCheck);

async function addDialog(opened: DialogContext) {
  const { permit, url } = opened;
  const choices = choicesOf(opened);
  const standardId = wholeNumber(url.searchParams.get("standard"));
  const standard = standardId ? await findOffered(permit, standardId) : undefined;
  const requested = standard?.discipline ?? requestedIn(url);
  const discipline =
    choices.find((choice) => choice === requested) ?? (choices.length === 1 ? choices[0] : undefined);
  return {
    correctionId: null as number | null,
    /** Another value for each new form, which is empty then. */
    key: `new ${newestIdOf(opened.rows)}`,
    number: null as string | null,
    disciplines: choices,
    asksReason: isReasonAsked(permit),
    needsReason: choices.some((choice) => isReasonNeeded(opened, choice)),
    values: {
      discipline,
      kind: standard?.kind ?? "correction",
      sheet: url.searchParams.get("sheet") ?? undefined,
      codeReference: standard?.codeReference ?? undefined,
      text: standard?.text,
      newReason: undefined as string | undefined,
      standard: standard ? String(standard.id) : undefined,
    },
    constraint,
    version: undefined as string | undefined,
    /** Since then, the text can only be added for the next letter. */
    isReleased: false,
    /** Since then, the text can only be added as a new correction. */
    isDeleted: false,
    idempotencyKey: newIdempotencyKey() as string | undefined,
  };
}

const newestIdOf = (rows: ShownCorrection[]) => Math.max(0, ...rows.map(({ id }) => id));

/** The dialog stays open if the correction was deleted: the typed text is not lost. */
async function editDialog(opened: DialogContext): Promise<Awaited<ReturnType<typeof addDialog>>> {
  const correctionId = idIn(opened.url, "correctionId");
  const row = opened.rows.find(({ id, isShown }) => id === correctionId && isShown);
  return {
    correctionId,
    key: `edit ${correctionId}`,
    number: row ? numberOf(row) : null,
    disciplines: [],
    asksReason: isReasonAsked(opened.permit),
    needsReason: row !== undefined && isReasonNeeded(opened, row.discipline),
    values: {
      discipline: row?.discipline,
      kind: row?.kind ?? "correction",
      sheet: row?.sheet ?? undefined,
      codeReference: row?.codeReference ?? undefined,
      text: row?.text,
      newReason: row?.newReason ?? undefined,
      standard: undefined,
    },
    constraint,
    version: row?.updatedAt,
    isDeleted:
      row === undefined && (await findDeleted(opened.viewer, opened.permit, correctionId)) !== undefined,
    isReleased: row !== undefined && !row.isDraft && takesDrafts(effectiveStateOf(opened.permit.planCheck)),
    idempotencyKey: newIdempotencyKey(),
  };
}

async function deleteDialog({ rows, url }: DialogContext) {
  const row = rows.find(({ id }) => id === idIn(url, "correctionId"));
  if (!row?.isDraft || !row.isShown) return null;
  const { discipline } = row;
  return { discipline, number: numberOf(row), text: row.text, isCut: row.isCut, version: row.updatedAt };
}

/** The dialog stays open if the correction was reopened by another user: the typed remark is not lost. */
async function reopenDialog({ permit, rows, url }: DialogContext) {
  const correctionId = idIn(url, "correctionId");
  const row = rows.find(({ id, isShown }) => id === correctionId && isShown);
  const number = row ? numberOf(row) : null;
  const { reviewCycle: cycle } = permit;
  const saved = row?.backChecks.find(
    ({ reviewCycle, verdict }) => reviewCycle === cycle && !verdicts[verdict].isOnOpen,
  );
  return {
    discipline: row?.discipline,
    correctionId,
    cycle,
    number,
    version: row?.updatedAt,
    remark: saved?.remark ?? undefined,
  };
}

const nothingChosen: LibraryChoice = { ids: [], places: {} };

function chosenIn({ searchParams }: URL): LibraryChoice {
  try {
    return KeptLibraryChoice.parse(JSON.parse(searchParams.get("chosen") ?? ""));
  } catch {
    return nothingChosen;
  }
}

async function standardDialog(opened: DialogContext) {
  const { viewer, permit, own, url } = opened;
  const requested = requestedIn(url);
  const discipline = own.find((name) => name === requested) ?? own[0];
  if (!discipline || foreignFilter(opened)) return null;
  const q = searchIn(url.searchParams, "q") ?? "";
  const code = searchIn(url.searchParams, "code") ?? "";
  return {
    discipline,
    disciplines: own,
    q,
    code,
    chosen: chosenIn(url),
    offered: await listOffered(viewer, permit, discipline, { q, code }),
    needsReason: isReasonNeeded(opened, discipline),
    idempotencyKey: newIdempotencyKey(),
  };
}

const nameOf = (viewer: Viewer, { employeeId, employeeName }: Assignment) =>
  employeeId === viewer.employeeId ? "you" : employeeName;

async function decideDialog({ viewer, permit, assignments, rows, url }: DialogContext) {
  const assignmentId = idIn(url, "assignmentId");
  // The dialog stays open if the review was reassigned or removed: the typed reason is not lost.
  const assignment = assignments.find(
    ({ id, mayWork, reviewCycle }) => id === assignmentId && mayWork && reviewCycle === permit.reviewCycle,
  );
  const corrections = rows.filter((row) => row.discipline === assignment?.discipline);
  const fitting = assignment ? fittingDecisions(corrections) : [...decisionValues];
  const mayLog = assignment && loggableDisciplines(viewer, [assignment]).length > 0;
  return {
    discipline: assignment?.discipline ?? null,
    approvalWording: permit.city.approvalWording,
    fitting,
    chosen: assignment && (fitting.find((decision) => decision === assignment.decision) ?? fitting[0]),
    decisionReason: assignment?.decisionReason ?? null,
    missing: missingBackChecks(corrections, permit.reviewCycle) ?? null,
    version: assignment ? versionOfReview(assignment, corrections) : "",
    open: corrections.filter(isOpenItem).map((row) => ({
      ...pick(row, "id", "text", "kind", "isCut"),
      number: numberOf(row),
    })),
    hoursFor: mayLog ? nameOf(viewer, assignment) : null,
    idempotencyKey: newIdempotencyKey(),
  };
}
