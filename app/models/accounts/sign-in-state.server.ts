import { inArray, lte } from "drizzle-orm";
import { untilNoneLeft } from "../batches.server";
import { now } from "../clock.server";
import { write } from "../db.server";
import { hashToken } from "../secret.server";
import { usedSignInStates } from "../tables.server";

/** Returns false if a request to any server has used the state: two cannot both insert its row. */
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

/** States without a row are invalid too, once they have expired. */
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
