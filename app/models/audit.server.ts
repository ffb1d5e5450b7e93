import { now } from "./clock.server";
import type { Connection } from "./db.server";
import { displayName } from "./person";
import type { Viewer } from "./policy";
import { auditEvents } from "./tables.server";

type Row = { id: number } & Record<string, unknown>;
type Actor = Pick<Viewer, "id" | "firstName" | "lastName" | "email"> | null;

const unrecorded = new Set(["id", "createdAt", "updatedAt", "idempotencyKey", "passwordHash"]);

/** `{ field: [before, after] }` for each field that differs. */
export function changesBetween(before: object | null, after: object | null) {
  const from = (before ?? {}) as Record<string, unknown>;
  const to = (after ?? {}) as Record<string, unknown>;
  const names = new Set([...Object.keys(from), ...Object.keys(to)]);
  return Object.fromEntries(
    [...names]
      .filter((name) => !unrecorded.has(name))
      .map((name) => [name, [from[name] ?? null, to[name] ?? null]] as const)
      .filter(([, [was, is]]) => JSON.stringify(was) !== JSON.stringify(is)),
  );
}

/** Records who did what to a row, with each field as it was and as it is. */
export async function record(
  tx: Connection,
  actor: Actor,
  action: `${string}.${string}`,
  before: Row | null,
  after: Row | null,
): Promise<void> {
  await recordEvent(tx, actor, action, before?.id ?? after?.id ?? null, changesBetween(before, after));
}

/** Records what happened where there is no row to compare: a sign-in, a refusal. Never holds a secret. */
export async function recordEvent(
  tx: Connection,
  actor: Actor,
  action: `${string}.${string}`,
  subjectId: number | null,
  changes: Record<string, unknown>,
): Promise<void> {
  await tx.insert(auditEvents).values({
    at: now(),
    actorId: actor?.id ?? null,
    actorName: actor ? displayName(actor) : "Nobody",
    action,
    subject: action.slice(0, action.indexOf(".")),
    subjectId,
    changes,
  });
}
