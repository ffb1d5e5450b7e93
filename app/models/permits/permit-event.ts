import { type AssignmentChange, changeText, type Pair } from "../assignments/assignment-change";
import { type AuditAction, auditActions } from "../audit-action";
import { type CalendarDate, formatDate } from "../calendar-date";
import type { ApprovalWording } from "../cities/approval-wording";
import { type Decision, decisionLabel } from "../corrections/decision";
import { scaleText } from "../markups/measure";
import { pluralize } from "../pluralize";
import { isBefore, type ReviewCycle } from "./permit";

export type Changes = Record<string, unknown>;
export type ChangedFields = Record<string, Pair<unknown>>;

const assignmentKinds: Partial<Record<string, AssignmentChange["kind"]>> = {
  "permit.assignment-created": "created",
  "permit.assignment-updated": "updated",
  "permit.assignment-removed": "removed",
};

const fileActions: readonly AuditAction[] = [
  "permit.files-added",
  "permit.file-deleted",
  "permit.file-set-aside",
  "permit.file-taken-back",
];

/** The text says all. */
const recordTexts: Partial<Record<string, (changes: Changes) => string>> = {
  "permit.legal-hold-set": ({ reason }) => `Legal hold set: ${(reason as Pair<string>)[1]}`,
  "permit.legal-hold-lifted": ({ reason }) => `Legal hold lifted: ${(reason as Pair<string>)[0]}`,
  "permit.status-link-made": ({ forEmail }) => `Status link made${forEmail ? ` for ${forEmail}` : ""}`,
  "permit.status-links-revoked": ({ links }) =>
    `${pluralize(Number(links), "status link", "status links")} revoked`,
  "permit.restored": () => "Restored from the bin",
  "permit.sheets-confirmed": ({ reviewCycle, sheets }) =>
    `Sheet list of ${reviewCycle} confirmed: ${pluralize(Number(sheets), "sheet", "sheets")}`,
  "permit.sheet-changed": sheetText,
};

function sheetText({ sheet, number, title, scale, kind, isWithdrawn }: Changes): string {
  const [, withdrawn] = (isWithdrawn as Pair<boolean> | undefined) ?? [];
  const texts = [
    number && `number ${pairText(number)}`,
    title && `title ${pairText(title)}`,
    scale && `scale ${scaleText((scale as Pair<number>)[1] ?? 0)}`,
    kind && `${pairText(kind)}`,
    withdrawn !== undefined && (withdrawn ? "withdrawn" : "taken back"),
  ];
  return `${sheet}: ${texts.filter(Boolean).join(", ") || "unchanged"}`;
}

const pairText = (pair: unknown): string => {
  const [before, after] = pair as Pair<string>;
  return before ? `${after ?? "none"} instead of ${before}` : String(after);
};

/** Returns what an event of a permit was; undefined if only its fields say it. */
export function permitEventText(action: string, changes: Changes, approvalWording: ApprovalWording) {
  const kind = assignmentKinds[action];
  if (kind) return changeText(assignmentChange(kind, changes), approvalWording);
  const fileAction = fileActions.find((one) => one === action);
  if (fileAction) {
    const names = Array.isArray(changes.files) ? changes.files.join(", ") : "";
    return `${auditActions[fileAction].label}: ${names}`;
  }
  const recordText = recordTexts[action];
  if (recordText) return recordText(changes);
  const cycle = changedCycle(changes);
  return cycle && cycleText(cycle);
}

/** The fields with their values before and after, without what the text of a permit's event says. */
export function changedFields(action: string, changes: Changes): ChangedFields {
  if (assignmentKinds[action] || recordTexts[action] || fileActions.some((one) => one === action)) return {};
  const { reviewCycle, ...rest } = changes;
  const told = changedCycle(changes) ? rest : changes;
  const fields = Object.entries(told).filter(([, value]) => Array.isArray(value) && value.length === 2);
  return Object.fromEntries(fields) as ChangedFields;
}

/** A permit that is created or deleted has no cycle before or after. */
function changedCycle({ reviewCycle }: Changes): [ReviewCycle, ReviewCycle] | undefined {
  const isChanged = Array.isArray(reviewCycle) && reviewCycle.every((cycle) => cycle !== null);
  return isChanged ? (reviewCycle as [ReviewCycle, ReviewCycle]) : undefined;
}

function cycleText([before, after]: [ReviewCycle, ReviewCycle]): string {
  const isLater = isBefore(before, after);
  return isLater ? `Review cycle ${after} started` : `Set back to review cycle ${after}`;
}

function assignmentChange(kind: AssignmentChange["kind"], changes: Changes): AssignmentChange {
  const { assignment, ...fields } = changes as Omit<AssignmentChange, "kind"> & {
    assignment: Pick<AssignmentChange, "discipline" | "reviewCycle">;
  };
  return { ...fields, ...assignment, kind };
}

export function letterText(changes: Changes, approvalWording: ApprovalWording): string {
  const { number, outcome } = changes as { number: string; outcome: Decision };
  return `Letter ${number} released: ${decisionLabel(outcome, approvalWording)}`;
}

const planCheckTexts: Partial<Record<string, (changes: Changes) => string>> = {
  "plan-check.reopened": () => "opened again",
  "plan-check.resubmitted": ({ answers, by }) =>
    `resubmitted with ${pluralize(Number(answers), "answer", "answers")}${by ? ` by ${by}` : ""}`,
  "plan-check.resubmittal-returned": ({ remark }) => `resubmittal returned as incomplete: ${remark}`,
};

export function planCheckText(action: string, changes: Changes): string {
  const text = planCheckTexts[action]?.(changes) ?? datesText(changes);
  return typeof changes.reason === "string" ? `${text} (${changes.reason})` : text;
}

/** Returns "received Nov 20, 2026 instead of Nov 18, 2026, complete Nov 23, 2026". */
function datesText(changes: Changes): string {
  const dates = {
    received: changes.receivedOn,
    complete: changes.completeOn,
    "handed over": changes.handedOverOn,
  };
  const texts = Object.entries(dates).map(
    ([name, pair]) => pair && dateText(name, pair as Pair<CalendarDate>),
  );
  return texts.filter(Boolean).join(", ") || (changes.coverNote ? "cover note changed" : "changed");
}

function dateText(name: string, [before, after]: Pair<CalendarDate>): string {
  if (!after) return `no longer ${name}`;
  return `${name} ${formatDate(after)}${before ? ` instead of ${formatDate(before)}` : ""}`;
}
