import { queryOf } from "../address";
import { type AuditAction, type AuditKind, auditActions, auditKinds, kindOf } from "../audit-action";
import { type CalendarDate, isCalendarDate } from "../calendar-date";
import { searchIn } from "../clean-text";
import { valueIn } from "../options";
import { wholeNumber } from "../whole-number";

export type AuditFilter = {
  /** Part of a name or email, or the whole name of a person who is gone. */
  person?: string;
  kind?: AuditKind;
  action?: AuditAction;
  /** A permit's number, or the number of any other row as its address has it. */
  number?: string;
  from?: CalendarDate;
  to?: CalendarDate;
  /** The event after which a page continues. */
  before?: number;
};

/** An action of another kind than the one that is chosen does not count. */
export function readAuditFilter(parameters: URLSearchParams): AuditFilter {
  const kind = valueIn(auditKinds, parameters.get("kind"));
  const action = valueIn(auditActions, parameters.get("action"));
  return {
    person: searchIn(parameters, "person"),
    kind,
    action: action && (!kind || kindOf(action) === kind) ? action : undefined,
    number: searchIn(parameters, "number"),
    from: dateIn(parameters, "from"),
    to: dateIn(parameters, "to"),
    before: wholeNumber(parameters.get("before")),
  };
}

function dateIn(parameters: URLSearchParams, name: "from" | "to"): CalendarDate | undefined {
  const text = parameters.get(name) ?? "";
  return isCalendarDate(text) ? text : undefined;
}

export const auditQuery = (filter: AuditFilter): string => queryOf(filter) || "?";
