import { EndUserSessionsSchema } from "~/models/accounts/account.schema.server";
import { browserName } from "~/models/accounts/browser-name";
import { endUserSessions, listSessionsOf } from "~/models/accounts/session-end.server";
import { formatMoment } from "~/models/clock.server";
import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import type { Viewer } from "~/models/policy";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";

type User = { id: number; name: string };

export async function loadUserSessions(viewer: Viewer, { id, name }: User) {
  const sessions = await listSessionsOf(viewer, id);
  return {
    name,
    sessions: sessions.map((session) => ({
      value: String(session.id),
      label: `${browserName(session.userAgent)}, last used ${formatMoment(session.lastSeenAt)}`,
    })),
  };
}

type Sent = { request: Request; viewer: Viewer; page: string };

/** Reads the user only for a form that is complete. */
export const submitUserSessions = ({ request, viewer, page }: Sent, readUser: () => Promise<User>) =>
  submit(request, EndUserSessionsSchema, { failure: failures.endSessions }, async (form) => {
    const { session, revokeApiKeys } = form;
    const { id, name } = await readUser();
    const sessionId = session === "all" ? undefined : Number(session);
    const ended = await endUserSessions(viewer, id, { sessionId, revokeApiKeys });
    const done =
      ended === 0
        ? `${name} was not signed in`
        : `${name} was signed out of ${pluralize(ended, "session", "sessions")}`;
    return redirectWithSuccess(page, revokeApiKeys ? `${done}, and API keys are revoked` : done);
  });
