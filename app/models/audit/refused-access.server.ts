import { write } from "~/platform/db/db.server";
import { tryWrite } from "~/platform/db/try-write.server";
import { recordEvent } from "../audit.server";
import type { AuditAction } from "../audit-action";
import type { Viewer } from "../policy";
import { onceIn } from "./once-in.server";

const isFirst = onceIn(60_000);

const actions: Partial<Record<number, AuditAction>> = { 403: "access.denied", 429: "access.limited" };

type Refused = { status: number; viewer: Viewer | null; address: string; request: string };

/** Records one 403 and one 429 of each user in a minute, and of each address one 429 without a user. Refused all the same if it cannot be recorded. */
export async function recordRefusedAccess({ status, viewer, address, request }: Refused): Promise<void> {
  const action = actions[status];
  if (!action || (!viewer && status === 403)) return;
  const who = viewer ? `user ${viewer.id}` : address;
  if (!isFirst(`${action} ${who}`)) return;
  await tryWrite(`recording ${action} of ${who}`, () =>
    write((tx) => recordEvent(tx, viewer, action, null, { request, address })),
  );
}
