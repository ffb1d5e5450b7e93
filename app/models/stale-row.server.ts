import { and, desc, eq } from "drizzle-orm";
import { formatMoment } from "./clock.server";
import type { Connection } from "./db.server";
import { conflictRefusal } from "./refusal";
import { auditEvents } from "./tables.server";

type Row = { id: number; updatedAt: string };

const isStale = (row: Row, expectedVersion: string | undefined): boolean =>
  Boolean(expectedVersion) && expectedVersion !== row.updatedAt;

/**
 * Throws 409 with the current row, or `current`, if the row was changed since the expected version.
 * Does nothing without an expected version.
 */
export function refuseStale(
  row: Row,
  expectedVersion: string | undefined,
  message: string,
  current: unknown = row,
): void {
  if (isStale(row, expectedVersion)) throw conflictRefusal(message, current);
}

/** Throws 409 like `refuseStale`, with a message that names the user and time of the last change. */
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
    .where(
      and(
        eq(auditEvents.subject, noun),
        eq(auditEvents.subjectId, row.id),
        eq(auditEvents.action, `${noun}.updated`),
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(1);
  const change = last
    ? `${last.actorName} changed this ${noun} on ${formatMoment(last.at)}`
    : `This ${noun} was changed`;
  throw conflictRefusal(`${change}, after you opened it. Your changes were not saved.`, row);
}
