import { inArray, lte } from "drizzle-orm";
import { untilNoneLeft } from "../batches.server";
import { now } from "../clock.server";
import { write } from "../db.server";
import { hashToken } from "../secret.server";
import { usedSignInStates } from "../tables.server";

/**
 * Uses the state of a sign-in at the identity provider, which is valid until a moment. Returns false if a request, to any
 * server, has already used it. Two requests at once cannot both insert its row.
 */
export function takeSignInState(state: string, until: string): Promise<boolean> {
  return write(async (tx) => {
    const inserted = await tx
      .insert(usedSignInStates)
      .values({ stateHash: hashToken(state), until })
      .onConflictDoNothing()
      .returning({ until: usedSignInStates.until });
    return inserted.length > 0;
  });
}

/** Deletes the used states that have expired: without their row they are invalid too. Lets others in between. */
export function deleteExpiredSignInStates(): Promise<void> {
  const expired = lte(usedSignInStates.until, now());
  const { stateHash } = usedSignInStates;
  return untilNoneLeft((limit) =>
    write((tx) => {
      const hashes = tx.select({ stateHash }).from(usedSignInStates).where(expired).limit(limit);
      return tx.delete(usedSignInStates).where(inArray(stateHash, hashes)).returning({ stateHash });
    }),
  );
}
