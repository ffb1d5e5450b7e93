import { and, eq, gt, lte } from "drizzle-orm";
import { write } from "~/platform/db/db.server";
import { sealWith, unsealWith } from "~/platform/sealed.server";
import { hashToken, newToken } from "~/platform/secret.server";
import { fromNow, now } from "../clock.server";
import type { Viewer } from "../policy";
import { shownSecrets } from "../tables.server";

const lifetime = 5 * 60 * 1000;

const keyOf = (token: string) => Buffer.from(token, "base64url");

/** The database has neither the token nor the secret, which is encrypted with it. */
export async function storeShownSecret(viewer: Pick<Viewer, "id">, secret: object): Promise<string> {
  const token = newToken();
  const encrypted = await sealWith(keyOf(token), secret);
  await write((tx) =>
    tx.insert(shownSecrets).values({
      tokenHash: hashToken(token),
      userId: viewer.id,
      encrypted,
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
  // The version before encrypted it in another form: after an upgrade it is gone, as an expired one is.
  return (row && (await unsealWith<Secret>(keyOf(token), row.encrypted))) ?? null;
}

export const deleteExpiredShownSecrets = () =>
  write((tx) => tx.delete(shownSecrets).where(lte(shownSecrets.until, now())));
