import { lte } from "drizzle-orm";
import { write } from "~/platform/db/db.server";
import { hashToken } from "~/platform/secret.server";
import { now } from "../clock.server";
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

/** An expired state is invalid without its row too. */
export const deleteExpiredSignInStates = () =>
  write((tx) => tx.delete(usedSignInStates).where(lte(usedSignInStates.until, now())));
