import { and, eq, gt, lt } from "drizzle-orm";
import { networkOf } from "~/platform/client-address.server";
import { type Connection, db } from "~/platform/db/db.server";
import { hmac } from "~/platform/secret.server";
import { fromNow, now } from "../clock.server";
import { knownAddresses } from "../tables.server";
import type { Sender } from "./password-queue.server";

const lifetime = 90 * 24 * 60 * 60 * 1000;

const hashOf = (address: string) => hmac("known-address", networkOf(address));

/** The cookie of a browser names the account to the servers alone. */
export const browserOf = (email: string): string => hmac("known-browser", email.trim().toLowerCase());

export async function senderOf(address: string, browser: string | undefined): Promise<Sender> {
  if (browser) return { address, browser, isKnown: true };
  const isRecent = gt(knownAddresses.lastSignInAt, fromNow(-lifetime));
  const [row] = await db
    .select({ at: knownAddresses.lastSignInAt })
    .from(knownAddresses)
    .where(and(eq(knownAddresses.addressHash, hashOf(address)), isRecent));
  return { address, isKnown: row !== undefined };
}

export async function recordKnownAddress(tx: Connection, address: string): Promise<void> {
  await tx.delete(knownAddresses).where(lt(knownAddresses.lastSignInAt, fromNow(-lifetime)));
  await tx
    .insert(knownAddresses)
    .values({ addressHash: hashOf(address), lastSignInAt: now() })
    .onConflictDoUpdate({ target: knownAddresses.addressHash, set: { lastSignInAt: now() } });
}
