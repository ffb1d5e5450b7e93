import { and, eq, gt, lte } from "drizzle-orm";
import { write } from "~/platform/db/db.server";
import { decrypt, encrypt, hashToken, newToken } from "~/platform/secret.server";
import { fromNow, now } from "../clock.server";
import type { Viewer } from "../policy";
import { shownSecrets } from "../tables.server";

const lifetime = 5 * 60 * 1000;

/** The database has neither the token nor the secret, which is encrypted with it. */
export async function storeShownSecret(viewer: Viewer, secret: object): Promise<string> {
  const token = newToken();
  await write((tx) =>
    tx.insert(shownSecrets).values({
      tokenHash: hashToken(token),
      userId: viewer.id,
      encrypted: encrypt(token, JSON.stringify(secret)),
      until: fromNow(lifetime),
    }),
  );
  return token;
}

export async function takeShownSecret<Secret>(viewer: Viewer, token: string): Promise<Secret | null> {
  const isReadable = and(
    eq(shownSecrets.tokenHash, hashToken(token)),
    eq(shownSecrets.userId, viewer.id),
    gt(shownSecrets.until, now()),
  );
  const [row] = await write((tx) => tx.delete(shownSecrets).where(isReadable).returning());
  return row ? (JSON.parse(decrypt(token, row.encrypted)) as Secret) : null;
}

export const deleteExpiredShownSecrets = () =>
  write((tx) => tx.delete(shownSecrets).where(lte(shownSecrets.until, now())));
