import { and, desc, eq } from "drizzle-orm";
import { formatMoment } from "./clock.server";
import type { Connection } from "./db.server";
import { conflictRefusal } from "./refusal";
import { auditEvents } from "./tables.server";

type Row = { id: number; updatedAt: string };

const isStale = (row: Row, expectedVersion: string | undefined): boolean =>
  Boolean(expectedVersion) && expectedVersion !== row.updatedAt;

/**
 * Refuses (409) an edit of a row that was changed after it was read with the `updatedAt` given as `seen`,
 * and carries the row as it is now, or what of it is given as `current`. Without `seen` nothing is refused.
 */
export function refuseStale(
  row: Row,
  expectedVersion: string | undefined,
  message: string,
  current: unknown = row,
): void {
  if (isStale(row, expectedVersion)) throw conflictRefusal(message, current);
}

/** The same, with a message that names who changed the row last, and when. */
export async function refuseStaleNamingEditor(
  tx: Connection,
  noun: "city" | "permit",
  row: Row,
  expectedVersion: string | undefined,
): Promise<void> {
  if (!isStale(row, expectedVersion)) return;
  const [last] = await tx
    .select({ actorName: auditEvents.actorName, at: auditEvents.at })
    .from(auditEvents)
    .where(and(eq(auditEvents.action, `${noun}.updated`), eq(auditEvents.subjectId, row.id)))
    .orderBy(desc(auditEvents.id))
    .limit(1);
  const change = last
    ? `${last.actorName} changed this ${noun} on ${formatMoment(last.at)}`
    : `This ${noun} was changed`;
  throw conflictRefusal(`${change}, after you opened it. Nothing of yours was saved yet.`, row);
}
