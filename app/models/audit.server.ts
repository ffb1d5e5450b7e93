import type { Connection } from "~/platform/db/db.server";
import { type AuditAction, kindOf } from "./audit-action";
import { now } from "./clock.server";
import { applicantName, personName } from "./person";
import type { Applicant, Viewer } from "./policy";
import { auditEvents } from "./tables.server";

type Row = { id: number } & Record<string, unknown>;
export type EventActor = Pick<Viewer, "id" | "firstName" | "lastName" | "email"> | null;

const isLink = (actor: EventActor | Applicant): actor is Applicant => actor !== null && "linkId" in actor;

export function actorName(actor: EventActor | Applicant): string {
  if (actor === null) return "Nobody";
  return isLink(actor) ? applicantName(actor) : personName(actor);
}

/** Triggers maintain these. */
export const derivedColumns = ["isAssigned", "lacksReviewer", "isCurrent", "isOpen", "permitDueDate"];

const unrecorded = new Set([
  ...["id", "createdAt", "updatedAt", "idempotencyKey", "passwordHash"],
  // These follow from others.
  ...derivedColumns,
  "approvedOn",
  ...["decidedAt", "decidedById", "formPosition", "isSheetFilled", "uses", "planChecksOpenedTo"],
  ...["planCheck", "cyclesWithPlanCheck", "cyclesWithLetter", "letters"],
  ...["newPlans", "hasUnreleasedWork", "hasPlans", "hasTwoFactor"],
]);

export function changesBetween(before: object | null, after: object | null) {
  const from = (before ?? {}) as Record<string, unknown>;
  const to = (after ?? {}) as Record<string, unknown>;
  const changes: Record<string, [before: unknown, after: unknown]> = {};
  for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const [was, is] = [from[name] ?? null, to[name] ?? null];
    if (!unrecorded.has(name) && !isSame(was, is)) changes[name] = [was, is];
  }
  return changes;
}

export const isUnchanged = (row: object, changes: object): boolean =>
  Object.keys(changesBetween(row, { ...row, ...changes })).length === 0;

const isObject = (value: unknown) => typeof value === "object" && value !== null;
const isSame = (was: unknown, is: unknown) =>
  was === is || (isObject(was) && isObject(is) && JSON.stringify(was) === JSON.stringify(is));

type Event = { subjectId: number | null; changes: Record<string, unknown> };

export function record(
  tx: Connection,
  actor: EventActor | Applicant,
  action: AuditAction,
  before: Row | null,
  after: Row | null,
) {
  return recordEvent(tx, actor, action, before?.id ?? after?.id ?? null, changesBetween(before, after));
}

/** `changes` must not contain a secret. */
export const recordEvent = (
  tx: Connection,
  actor: EventActor | Applicant,
  action: AuditAction,
  subjectId: number | null,
  changes: Record<string, unknown>,
): Promise<void> => recordEvents(tx, actor, action, [{ subjectId, changes }]);

const eventsAtOnce = 1000;

export async function recordEvents(
  tx: Connection,
  actor: EventActor | Applicant,
  action: AuditAction,
  events: Event[],
) {
  const common = {
    at: now(),
    actorId: actor === null || isLink(actor) ? null : actor.id,
    actorName: actorName(actor),
    action,
    subject: kindOf(action),
  };
  for (let start = 0; start < events.length; start += eventsAtOnce) {
    const next = events.slice(start, start + eventsAtOnce);
    await tx.insert(auditEvents).values(next.map((event) => ({ ...common, ...event })));
  }
}
