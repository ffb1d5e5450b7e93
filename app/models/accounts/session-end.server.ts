import { and, eq, ne, type SQL } from "drizzle-orm";
import { type Connection, write } from "~/platform/db/db.server";
import { type EventActor, recordEvent } from "../audit.server";
import { allow, type Viewer } from "../policy";
import { notFound } from "../refusal";
import { apiKeys, sessions } from "../tables.server";
import { revokeApiKeysOf } from "./api-key.server";
import { browserName } from "./browser-name";
import { readSessions } from "./session.server";

/** The sessions of a user whom the caller has read in the viewer's scope. */
export async function listSessionsOf(viewer: Viewer, userId: number) {
  allow(viewer, "session.manage");
  return readSessions(userId);
}

type Ended = { sessionId?: number; revokeApiKeys: boolean };

/** Ends one session of a user, or all. 404 if it has ended. Returns how many ended. */
export function endUserSessions(viewer: Viewer, userId: number, { sessionId, revokeApiKeys }: Ended) {
  return write(async (tx) => {
    allow(viewer, "session.manage");
    const ended = await endAndRecord(tx, viewer, userId, sessionId ? eq(sessions.id, sessionId) : undefined);
    if (sessionId && ended === 0) throw notFound("Session");
    if (revokeApiKeys) await revokeApiKeysOf(tx, viewer, userId);
    return ended;
  });
}

/** Ends the sessions of the viewer in other browsers. Returns how many ended. */
export const endOtherSessions = (viewer: Viewer): Promise<number> =>
  write((tx) => endAndRecord(tx, viewer, viewer.id, ne(sessions.id, viewer.sessionId ?? -1)));

async function endAndRecord(
  tx: Connection,
  actor: EventActor,
  userId: number,
  condition?: SQL,
): Promise<number> {
  const isEnded = and(eq(sessions.userId, userId), condition);
  const ended = await tx.delete(sessions).where(isEnded).returning({ userAgent: sessions.userAgent });
  if (ended.length === 0) return 0;
  const browsers = ended.map(({ userAgent }) => browserName(userAgent));
  await recordEvent(tx, actor, "user.sessions-ended", userId, { sessions: ended.length, browsers });
  return ended.length;
}

/** Ends all sessions of everybody, for the operator's command line, which has no viewer. API keys stay valid unless they are revoked. */
export function endAllSessions({ revokeApiKeys }: { revokeApiKeys: boolean }) {
  return write(async (tx) => {
    const ended = await tx.delete(sessions).returning({ userId: sessions.userId });
    const revoked = revokeApiKeys ? await tx.delete(apiKeys).returning({ id: apiKeys.id }) : [];
    const counts = {
      sessions: ended.length,
      people: new Set(ended.map(({ userId }) => userId)).size,
      revokedApiKeys: revoked.length,
    };
    await recordEvent(tx, null, "session.all-ended", null, counts);
    return { ...counts, validApiKeys: await tx.$count(apiKeys) };
  });
}
