import { eq } from "drizzle-orm";
import { db, write } from "~/platform/db/db.server";
import { record } from "../audit.server";
import { changeRow } from "../change-row.server";
import { keepFiles } from "../files/file-removal.server";
import { pictureUrl } from "../files/picture";
import type { Viewer } from "../policy";
import { notFound, refusalAtField } from "../refusal";
import { users } from "../tables.server";
import type { PasswordChange } from "./account.schema.server";
import { revokeApiKeysOf } from "./api-key.server";
import { endLinksOf } from "./one-time-token.server";
import { checkOwnPassword } from "./own-password.server";
import { hashPassword, refuseIfPasswordsAreOff } from "./password.server";
import { clearAttempt } from "./password-attempt.server";
import { endSessionsOf, viewerColumns } from "./session.server";

type ProfileChanges = Partial<
  Pick<typeof users.$inferSelect, "firstName" | "lastName" | "profileImagePath" | "searchesOnSlash">
>;

export function updateProfile(viewer: Viewer, changes: ProfileChanges): Promise<void> {
  return write(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, viewer.id));
    if (!user) throw notFound("User");
    const updated = await changeRow(tx, users, user, changes);
    if (changes.profileImagePath) await keepFiles(tx, [changes.profileImagePath]);
    await record(tx, viewer, "user.profile-updated", user, updated);
  });
}

export async function changePassword(
  viewer: Viewer,
  { currentPassword, password, revokeApiKeys }: PasswordChange,
  address: string,
): Promise<void> {
  refuseIfPasswordsAreOff();
  const hashNext = () => hashPassword(password);
  const checked = await checkOwnPassword(viewer, currentPassword, address, hashNext);
  const { attempt, user, result: passwordHash } = checked;
  await write(async (tx) => {
    const [current] = await tx.select().from(users).where(eq(users.id, viewer.id));
    if (!current || current.passwordHash !== user?.passwordHash) {
      throw refusalAtField("currentPassword", changedMeanwhile, 409);
    }
    await changeRow(tx, users, current, { passwordHash });
    await clearAttempt(tx, attempt);
    await endSessionsOf(tx, viewer.id, viewer.sessionId ?? undefined);
    await endLinksOf(tx, viewer.id);
    if (revokeApiKeys) await revokeApiKeysOf(tx, viewer, viewer.id);
    await record(tx, viewer, "user.password-changed", current, current);
  });
}

const changedMeanwhile = "Your password was changed in the meantime. Sign in again.";

/** Only for the demo's pages. */
export async function readUserByEmail(email: string) {
  const { employeeId: _employee, searchesOnSlash: _setting, ...columns } = viewerColumns;
  const [user] = await db.select(columns).from(users).where(eq(users.email, email));
  if (!user) return null;
  const { profileImagePath, ...rest } = user;
  return { ...rest, profileImageUrl: pictureUrl(profileImagePath) };
}
