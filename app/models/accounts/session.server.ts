import { and, desc, eq, gt, lt, ne, or, type Placeholder, sql } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { tryWrite } from "~/platform/db/try-write.server";
import { hashToken, newToken } from "~/platform/secret.server";
import { recordEvent } from "../audit.server";
import { fromNow, now } from "../clock.server";
import { pictureUrl } from "../files/picture";
import { nameColumns } from "../person.server";
import type { Viewer } from "../policy";
import { notFound } from "../refusal";
import { pick } from "../shown-fields";
import { employees, sessions, users } from "../tables.server";

const minute = 60 * 1000;
const idleLimit = 12 * 60 * minute;
const lifetime = 7 * 24 * 60 * minute;

/** Only the token's hash is stored. Call inside a transaction. */
export async function startSession(tx: Connection, userId: number, userAgent: string): Promise<string> {
  const token = newToken();
  await tx
    .delete(sessions)
    .where(or(lt(sessions.expiresAt, now()), lt(sessions.lastSeenAt, fromNow(-idleLimit))));
  await tx.insert(sessions).values({
    tokenHash: hashToken(token),
    userId,
    userAgent: userAgent.slice(0, 300),
    createdAt: now(),
    lastSeenAt: now(),
    expiresAt: fromNow(lifetime),
  });
  return token;
}

export const viewerColumns = {
  ...pick(users, "id", "role", "cityId", "profileImagePath", "searchesOnSlash"),
  ...nameColumns,
  employeeId: employees.id,
};

const recordInterval = 5 * minute;

type Recording = (tx: Connection, moment: string) => PromiseLike<unknown>;

/** Records a use unless the last one is recent. The request does not need it. */
export async function recordUse(what: string, lastUse: string | null, record: Recording): Promise<void> {
  if (lastUse !== null && lastUse >= fromNow(-recordInterval)) return;
  await tryWrite(`recording the use of ${what}`, () => write(async (tx) => void (await record(tx, now()))));
}

const isUsable = (at: string | Placeholder, idleSince: string | Placeholder) =>
  and(gt(sessions.expiresAt, at), gt(sessions.lastSeenAt, idleSince));

const findSession = db
  .select({ ...viewerColumns, sessionId: sessions.id, lastSeenAt: sessions.lastSeenAt })
  .from(sessions)
  .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.isActive, true)))
  .leftJoin(employees, eq(employees.userId, users.id))
  .where(
    and(
      eq(sessions.tokenHash, sql.placeholder("tokenHash")),
      isUsable(sql.placeholder("now"), sql.placeholder("idleSince")),
    ),
  )
  .prepare();

export async function readViewer(token: string): Promise<Viewer | null> {
  const [row] = await findSession.execute({
    tokenHash: hashToken(token),
    now: now(),
    idleSince: fromNow(-idleLimit),
  });
  if (!row) return null;
  const { lastSeenAt, profileImagePath, ...viewer } = row;
  await recordUse(`session ${viewer.sessionId}`, lastSeenAt, (tx, moment) =>
    tx.update(sessions).set({ lastSeenAt: moment }).where(eq(sessions.id, viewer.sessionId)),
  );
  return { ...viewer, profileImageUrl: pictureUrl(profileImagePath) };
}

/** The last used first. */
export const readSessions = (userId: number) =>
  db
    .select(pick(sessions, "id", "userAgent", "createdAt", "lastSeenAt"))
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isUsable(now(), fromNow(-idleLimit))))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));

export async function listSessions(viewer: Viewer) {
  const rows = await readSessions(viewer.id);
  return rows.map((session) => ({ ...session, isCurrent: session.id === viewer.sessionId }));
}

export function endSession(viewer: Viewer, sessionId: number): Promise<void> {
  return write(async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, viewer.id)))
      .returning({ id: sessions.id });
    if (ended.length === 0) throw notFound("Session");
    await recordEvent(tx, viewer, "session.ended", sessionId, {});
  });
}

/** A sign-in replaces the session of its browser. Call inside a transaction. */
export async function endReplacedSession(tx: Connection, previous: Viewer | null): Promise<void> {
  if (!previous?.sessionId) return;
  const ended = await tx.delete(sessions).where(eq(sessions.id, previous.sessionId)).returning();
  if (ended.length > 0) await recordEvent(tx, previous, "session.ended", previous.sessionId, {});
}

export async function endPreviousSession(previous: Viewer | null): Promise<void> {
  if (previous) await write((tx) => endReplacedSession(tx, previous));
}

export async function endSessionsOf(tx: Connection, userId: number, exceptId = -1): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, exceptId)));
}
