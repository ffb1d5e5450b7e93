import { queryOf } from "~/models/address";
import type { Assignment } from "~/models/assignments/assignment.server";
import { formatDate } from "~/models/calendar-date";
import {
  correctionKinds,
  correctionStatuses,
  isOpenCondition,
  isOpenCorrection,
  needsBackCheck,
} from "~/models/corrections/correction";
import type { StoredCorrection } from "~/models/corrections/correction.server";
import { answerLine } from "~/models/corrections/correction-answer.server";
import { readShownCorrections, type ShownCorrection } from "~/models/corrections/correction-list.server";
import { missingBackChecks } from "~/models/corrections/decision";
import { type Discipline, disciplineValues } from "~/models/discipline";
import type { Permit } from "~/models/permits/permit-scope.server";
import { progressOf } from "~/models/plan-checks/permit-plan-checks.server";
import type { Viewer } from "~/models/policy";
import {
  type EffectiveDecision,
  effectiveStateOf,
  hasPlanChecks,
  isInReview,
  type PlanCheckState,
  takesCorrections,
} from "~/models/review-cycles/plan-check";
import { currentReceivedOn } from "~/models/review-cycles/plan-check.server";
import { pick, present } from "~/models/shown-fields";
import { wholeNumber } from "~/models/whole-number";
import { readJustDeleted } from "~/platform/http/toast.server";
import type { CorrectionLine } from "~/ui/corrections/correction-lines";
import { readOnlyReason } from "../../permits/parts/load-plan-check.server";
import type { Opened } from "../../permits/parts/read-once.server";
import { ownDisciplines, shownDisciplines } from "./read-review.server";

/** In each group of the card; `?more=` adds as many. */
const groupSize = 20;

/** A verdict is refused if somebody else has closed the correction: its row has what was typed. */
const parametersOfClosed = ["closed", "back-check", "undo-back-check"];

export type CorrectionsCardData = NonNullable<Awaited<ReturnType<typeof loadCorrectionsCard>>>;

/** Of the viewer's own disciplines or, for an administrator, of all. Null if the city has never used corrections. */
export async function loadCorrectionsCard(
  viewer: Viewer,
  permit: Permit,
  assignments: readonly Assignment[],
  { request, url }: Opened,
) {
  const { searchParams } = url;
  const { usesCorrections } = permit.city;
  if (!hasPlanChecks(permit)) return null;
  const own = ownDisciplines(permit, assignments);
  const shown = shownDisciplines(viewer, own, url);
  const full = wholeNumber(searchParams.get("correction"));
  const rows = await readShownCorrections(permit, shown, full);
  const progress = progressOf(permit, assignments, rows);
  const state = effectiveStateOf(permit.planCheck);
  const readOnly = readOnlyReason(permit);
  const writable =
    readOnly === null && takesCorrections(state) ? shown.filter((name) => own.includes(name)) : [];
  const mayWrite = writable.length > 0;
  const stored = groupsOf(
    rows.filter(({ isShown }) => isShown),
    permit,
    {
      most: Math.max(groupSize, wholeNumber(searchParams.get("more")) ?? 0),
      full,
      showsClosed: parametersOfClosed.some((name) => searchParams.has(name)),
    },
  );
  const groups = withDeleted(stored, await readJustDeleted(viewer, request, "correction"), permit);
  return {
    cycle: permit.reviewCycle,
    listTo: `/permits/${permit.id}/corrections`,
    letterTo: `/permits/${permit.id}/letter`,
    readOnly,
    /** After the release, only drafts for the next letter are written. */
    isInReview: isInReview(permit.planCheck),
    released: usesCorrections ? releasedNote(permit, state) : null,
    writable,
    pasteTo: mayWrite ? addressOfPaste(permit, searchParams) : null,
    emptyTitle: isEmpty(groups) ? (mayWrite ? "No corrections yet" : "No corrections to show") : null,
    groups,
    planCheck: {
      approvalWording: permit.city.approvalWording,
      word: progress.word,
      received: formatDate(await currentReceivedOn(permit)),
      effective: progress.effective.map(shownDecision),
    },
    missingBackChecks: missingByDiscipline(own, rows, permit),
  };
}

function addressOfPaste({ id }: Permit, parameters: URLSearchParams): string {
  const query = queryOf({ discipline: parameters.get("discipline") });
  return `/employee-dashboard/permits/${id}/corrections/paste${query}#pasted`;
}

function releasedNote({ reviewCycle }: Permit, state: PlanCheckState): string | null {
  if (state === "in_review") return null;
  const released = `The ${reviewCycle} letter was released.`;
  return !takesCorrections(state)
    ? released
    : `${released} What you write now goes out with the next letter.`;
}

const shownDecision = ({ discipline, ...effective }: EffectiveDecision) => ({
  discipline,
  ...present(pick(effective, "decision", "decidedIn", "isBeforeCorrections")),
});

function missingByDiscipline(own: Discipline[], rows: ShownCorrection[], { reviewCycle }: Permit) {
  const missing = own.map((discipline) => {
    const corrections = rows.filter((row) => row.discipline === discipline);
    return [discipline, missingBackChecks(corrections, reviewCycle)];
  });
  return present(Object.fromEntries(missing)) as Partial<Record<Discipline, string>>;
}

/** How many of each group, with the one that the address names, and whether with those that are closed. */
type Extent = { most: number; full?: number; showsClosed: boolean };

function groupsOf(rows: ShownCorrection[], permit: Permit, { most, full, showsClosed }: Extent) {
  const earlier = rows.filter(({ isDraft, kind }) => !isDraft && correctionKinds[kind].isRequirement);
  const toBackCheck = earlier.filter(isOpenCorrection);
  const unchecked = rows.filter((row) => needsBackCheck(row, permit.reviewCycle));
  const checked = earlier.filter(
    ({ kind, isBackChecked }) => correctionKinds[kind].needsReview && isBackChecked,
  );
  const group = (members: ShownCorrection[], shown = most) => ({
    lines: members
      .filter(({ id }, position) => position < shown || id === full)
      .map((row) => lineOfCorrection(row, permit, row.id === full)),
    total: members.length,
  });
  const left = unchecked.length;
  const all = left + checked.length;
  const inReview = isInReview(permit.planCheck);
  const title =
    inReview && all > 0 ? `To back-check (${left} of ${all} left)` : `Open (${toBackCheck.length})`;
  const open = {
    toBackCheck: { ...group(toBackCheck), title, left },
    drafts: {
      ...group(rows.filter(({ isDraft }) => isDraft)),
      title: inReview ? "Drafts" : "For the next letter",
    },
    conditions: group(earlier.filter(isOpenCondition)),
  };
  const members = earlier.filter(({ status }) => !correctionStatuses[status].isOpen);
  const closed = group(members, showsClosed ? most : 0);
  const shown = showsClosed ? [...Object.values(open), closed] : Object.values(open);
  const hasMore = shown.some(({ lines, total }) => lines.length < total);
  return { ...open, closed, showsClosed, more: hasMore ? most + groupSize : null };
}

type Groups = ReturnType<typeof groupsOf>;

const isEmpty = ({ toBackCheck, drafts, conditions, closed }: Groups): boolean =>
  [toBackCheck, drafts, conditions, closed].every(({ total }) => total === 0);

/** The draft in its place. */
function withDeleted(groups: Groups, deleted: StoredCorrection | undefined, permit: Permit): Groups {
  if (deleted?.permitId !== permit.id) return groups;
  const { id, number, text, ...row } = deleted;
  const fields = pick(row, "discipline", "kind", "status", "updatedAt", "reviewCycle");
  const rare = present(pick(row, "sheet", "codeReference", "newReason"));
  const line: CorrectionLine = { id, number, text, ...fields, ...rare, isDeleted: true };
  const lines = [...groups.drafts.lines, line].toSorted(
    (first, second) =>
      disciplineValues.indexOf(first.discipline) - disciplineValues.indexOf(second.discipline) ||
      first.number - second.number,
  );
  return { ...groups, drafts: { ...groups.drafts, lines, total: groups.drafts.total + 1 } };
}

/** A link leads to the rest. */
const shownAnswer = 400;

function lineOfCorrection(row: ShownCorrection, permit: Permit, isFull: boolean): CorrectionLine {
  const answer = row.answer && answerLine(row.answer);
  const isCut = !isFull && answer !== null && answer.length > shownAnswer;
  return {
    ...pick(row, "id", "discipline", "number", "kind", "status", "updatedAt", "text"),
    // Outside drafts, the cycle of the first letter.
    reviewCycle: row.issuedIn ?? row.reviewCycle,
    ...rareFieldsOf(row, permit),
    ...(answer && { answer: isCut ? `${answer.slice(0, shownAnswer)}…` : answer }),
    ...(isCut && { isCut }),
  };
}

/** What few of the many corrections of a page have. */
function rareFieldsOf(row: ShownCorrection, { reviewCycle, planCheck }: Permit): Partial<CorrectionLine> {
  const current = row.backChecks.find((backCheck) => backCheck.reviewCycle === reviewCycle);
  const earlier = row.backChecks.filter((backCheck) => backCheck !== current && backCheck.remark);
  return present({
    ...pick(row, "sheet", "codeReference", "newReason", "isCut"),
    isEditable: row.issuedIn === reviewCycle && isInReview(planCheck),
    verdict: current?.verdict,
    remark: current?.remark,
    writtenBy: row.isDraft ? writersOf(row) : undefined,
    earlier: earlier.length > 0 ? earlier : undefined,
  });
}

function writersOf({ authorName, lastEditor }: Pick<ShownCorrection, "authorName" | "lastEditor">): string {
  const written = `Written by ${authorName}`;
  return lastEditor ? `${written}, last edited by ${lastEditor}` : written;
}
