import { and, desc, eq, type SQLWrapper } from "drizzle-orm";
import type { Connection } from "~/platform/db/db.server";
import { formatMoment } from "./clock.server";
import { conflictRefusal } from "./refusal";
import { auditEvents } from "./tables.server";

type Row = { updatedAt: string };

export async function refuseStale(
  row: Row | undefined,
  expectedVersion: string | undefined,
  message: string | (() => Promise<string>),
  current: unknown = row,
): Promise<void> {
  if (!expectedVersion || expectedVersion === row?.updatedAt) return;
  throw conflictRefusal(typeof message === "string" ? message : await message(), current);
}

export const isAbout = (subject: string, id: number | SQLWrapper) =>
  and(eq(auditEvents.subject, subject), eq(auditEvents.subjectId, id));

export async function lastChangeOf(connection: Connection, subject: string, id: number, action?: string) {
  const [last] = await connection
    .select({ actorName: auditEvents.actorName, at: auditEvents.at, changes: auditEvents.changes })
    .from(auditEvents)
    .where(and(isAbout(subject, id), action ? eq(auditEvents.action, action) : undefined))
    .orderBy(desc(auditEvents.id))
    .limit(1);
  return last;
}

export const editedMeanwhile =
  (tx: Connection, noun: "city" | "permit", { id }: { id: number }) =>
  async (): Promise<string> => {
    const last = await lastChangeOf(tx, noun, id, `${noun}.updated`);
    const change = last
      ? `${last.actorName} changed this ${noun} on ${formatMoment(last.at)}`
      : `This ${noun} was changed`;
    return `${change}, after you opened it. Your changes were not saved.`;
  };
