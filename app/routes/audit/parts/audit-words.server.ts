import { assignmentColumns } from "~/models/assignments/assignment";
import type { AuditEvent } from "~/models/audit/audit-list.server";
import { type AuditAction, type AuditKind, auditActions, auditKinds } from "~/models/audit-action";
import { cityColumns, cityUserColumns } from "~/models/cities/city-columns";
import { formatMoment } from "~/models/clock.server";
import type { Column, Columns } from "~/models/columns";
import { correctionColumns } from "~/models/corrections/correction-columns";
import { decimalText } from "~/models/decimal-text";
import { employeeColumns } from "~/models/employees/employee";
import { feeColumns } from "~/models/fees/fee";
import { pricingColumns } from "~/models/fees/pricing";
import { hoursText, timeEntryColumns } from "~/models/hours/time-entry";
import { permitColumns } from "~/models/permits/permit-columns";
import { changedFields, letterText, permitEventText, planCheckText } from "~/models/permits/permit-event";
import { standardCommentColumns } from "~/models/standard-comments/standard-comment";
import { valueTextOf } from "~/models/value-text";

const columnsOf: Partial<Record<string, Columns>> = {
  assignment: assignmentColumns,
  city: cityColumns,
  correction: correctionColumns,
  employee: employeeColumns,
  fee: feeColumns,
  permit: permitColumns,
  pricing: pricingColumns,
  "standard-comment": standardCommentColumns,
  "time-entry": timeEntryColumns,
  user: cityUserColumns,
};

/** A field that changed, or a detail of the event. What is created has no `before`, and what is deleted no `after`. */
export type AuditLine = { label: string; before?: string; after?: string };

export const actionLabel = (action: string): string => auditActions[action as AuditAction]?.label ?? action;
export const kindLabel = (kind: string): string => auditKinds[kind as AuditKind]?.label ?? kind;

/** Returns what an event was in more words than its action has, as the history of a permit has them. */
export function eventText({ action, subject, changes }: AuditEvent): string | undefined {
  if (subject === "permit") return permitEventText(action, changes, "approved");
  if (action === "letter.released") return letterText(changes, "approved");
  return subject === "plan-check" ? planCheckText(action, changes) : undefined;
}

/** Returns the changed fields of an event, and its other details, but for what its text says. */
export function linesOf(event: AuditEvent): AuditLine[] {
  const { action, subject, changes } = event;
  const columns = columnsOf[subject] ?? {};
  const changed = changedFields(action, withoutLists(changes));
  const isWhole = { created: /\.created$/.test(action), deleted: /\.deleted$/.test(action) };
  const lines = Object.entries(changed).map(([field, [before, after]]) => ({
    label: labelOf(columns[field], field),
    before: isWhole.created ? undefined : textOf(columns, field, before),
    after: isWhole.deleted ? undefined : textOf(columns, field, after),
  }));
  if (eventText(event) !== undefined) return subject === "permit" ? lines : [];
  const details = Object.entries(changes).filter(([field]) => !(field in changed));
  return [
    ...lines,
    ...details.map(([field, value]) => ({
      label: labelOf(columns[field], field),
      after: textOf(columns, field, value),
    })),
  ];
}

/** Lists of two items look like a value before and after. */
const lists = ["browsers", "files", "ids", "names", "placed", "removed"];

const withoutLists = (changes: AuditEvent["changes"]) =>
  Object.fromEntries(Object.entries(changes).filter(([field]) => !lists.includes(field)));

const labelOf = (column: Column | undefined, field: string): string =>
  column?.label ?? column?.heading ?? inWords(field);

/** Returns 'Handed over on' for `handedOverOn`. */
function inWords(field: string): string {
  const words = field.replace(/([A-Z])/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function textOf(columns: Columns, field: string, value: unknown): string {
  const column = columns[field];
  if (typeof value === "number" && column?.kind === "hundredths") return decimalText(value);
  if (typeof value === "number" && column?.kind === "quarterHours") return hoursText(value);
  if (typeof value === "string" && isMoment.test(value)) return formatMoment(value);
  if (isRecord(value)) return JSON.stringify(value);
  return valueTextOf(columns)(field, value);
}

const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const isRecord = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

export const lineText = ({ label, before, after }: AuditLine): string =>
  `${label}: ${[before, after].filter((text) => text !== undefined).join(" → ")}`;
