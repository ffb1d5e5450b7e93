import { getZodConstraint } from "@conform-to/zod/v4";
import { dialogDiscipline, idParameter } from "~/models/address";
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
import { wholeNumber } from "~/models/whole-number";
import { openDialog } from "~/page-forms.server";

type DialogContext = {
  viewer: Viewer;
  permit: Permit;
  assignments: readonly Assignment[];
  /** In the current cycle. */
  own: Discipline[];
  rows: ShownCorrection[];
  url: URL;
};

export type CorrectionDialogData = NonNullable<Awaited<ReturnType<typeof openCorrectionDialog>>>;

/** Null for any other dialog. */
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
const isReasonAsked = ({ reviewCycle, planCheck }: Permit): boolean =>
  reviewCycle !== "PC1" || !isInReview(planCheck);

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
  const correctionId = idParameter(opened.url.searchParams, "correctionId");
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
  const row = rows.find(({ id }) => id === idParameter(url.searchParams, "correctionId"));
  if (!row?.isDraft || !row.isShown) return null;
  const { discipline } = row;
  return { discipline, number: numberOf(row), text: row.text, isCut: row.isCut, version: row.updatedAt };
}

/** The dialog stays open if the correction was reopened by another user: the typed remark is not lost. */
async function reopenDialog({ permit, rows, url }: DialogContext) {
  const correctionId = idParameter(url.searchParams, "correctionId");
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
  const { q = "", code = "" } = {
    q: searchIn(url.searchParams, "q"),
    code: searchIn(url.searchParams, "code"),
  };
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

const noReview = {
  discipline: null,
  chosen: undefined,
  decisionReason: null,
  missing: null,
  version: "",
  open: [] as OpenItem[],
  hoursFor: null as string | null,
};

type OpenItem = Pick<ShownCorrection, "id" | "text" | "kind" | "isCut"> & { number: string };

const nameOf = (viewer: Viewer, { employeeId, employeeName }: Assignment) =>
  employeeId === viewer.employeeId ? "you" : employeeName;

async function decideDialog({ viewer, permit, assignments, rows, url }: DialogContext) {
  const assignmentId = idParameter(url.searchParams, "assignmentId");
  const assignment = assignments.find(
    ({ id, mayWork, reviewCycle }) => id === assignmentId && mayWork && reviewCycle === permit.reviewCycle,
  );
  // The dialog stays open if the review was reassigned or removed: the typed reason is not lost.
  const idempotencyKey = newIdempotencyKey();
  const { approvalWording } = permit.city;
  if (!assignment) return { ...noReview, approvalWording, fitting: [...decisionValues], idempotencyKey };
  const { discipline, decision, decisionReason } = assignment;
  const corrections = rows.filter((row) => row.discipline === discipline);
  const fitting = fittingDecisions(corrections);
  return {
    discipline: discipline as Discipline | null,
    approvalWording,
    fitting,
    chosen: decision && fitting.includes(decision) ? decision : fitting[0],
    decisionReason,
    missing: missingBackChecks(corrections, permit.reviewCycle) ?? null,
    version: versionOfReview(assignment, corrections),
    open: corrections.filter(isOpenItem).map((row) => ({
      id: row.id,
      text: row.text,
      kind: row.kind,
      isCut: row.isCut,
      number: numberOf(row),
    })),
    hoursFor: loggableDisciplines(viewer, [assignment]).length > 0 ? nameOf(viewer, assignment) : null,
    idempotencyKey,
  };
}
