import { eq } from "drizzle-orm";
import { db, write } from "~/platform/db/db.server";
import { recordEvent } from "../audit.server";
import type { Viewer } from "../policy";
import { refusalAtField } from "../refusal";
import { users } from "../tables.server";
import { browserOf } from "./known-sender.server";
import { passwordMatches } from "./password.server";
import { recordAttempt } from "./password-attempt.server";
import { inPasswordQueue } from "./password-queue.server";

const nothing = () => Promise.resolve(undefined);

/** Checks the viewer's current password, then does `work` in its place in the queue. The attempt is to be cleared. */
export function checkOwnPassword<Result = undefined>(
  viewer: Viewer,
  currentPassword: string,
  address: string,
  work: () => Promise<Result> = nothing as () => Promise<Result>,
) {
  const sender = { address, browser: browserOf(viewer.email), isKnown: true };
  return inPasswordQueue(sender, async () => {
    const attempt = await recordAttempt(viewer.email, "profile");
    const [user] = await db.select().from(users).where(eq(users.id, viewer.id));
    if (!(await passwordMatches(currentPassword, user?.passwordHash))) {
      await write((tx) => recordEvent(tx, viewer, "user.password-refused", viewer.id, { address }));
      throw refusalAtField("currentPassword", "This is not your current password");
    }
    return { attempt, user, result: await work() };
  });
}
