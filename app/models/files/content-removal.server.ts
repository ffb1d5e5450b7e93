import { storeOf, stores } from "./file-store.server";
import {
  claimAbandoned,
  claimOld,
  deleteClaimed,
  type Limits,
  newClaimId,
  statusOf,
} from "./stored-content.server";

// The steps are in docs/architecture.md. Each claim has its own name, so a server that was held up removes nothing new.

export async function removeOld(names: string[], at: string, limits: Limits): Promise<number> {
  const claim = newClaimId();
  return removeClaimed(await claimOld(names, claim, at, limits), claim);
}

/** Removes contents without a reference, however young. `request` has stored them and ends now. */
export async function removeAbandoned(names: string[], request?: string): Promise<void> {
  if (names.length === 0) return;
  const claim = newClaimId();
  await removeClaimed(await claimAbandoned(names, claim, request), claim);
}

async function removeClaimed(names: string[], claim: string): Promise<number> {
  if (names.length === 0) return 0;
  for (const name of names) await storeOf(name)?.setAside(name, claim);
  const deleted = await deleteClaimed(names, claim);
  for (const name of names) {
    if (deleted.has(name)) await storeOf(name)?.remove(name, claim);
    else await endSetAside(name, claim);
  }
  return deleted.size;
}

/** Finishes what killed servers began. */
export async function clearSetAside(): Promise<void> {
  for (const store of stores) {
    for (const { name, claim } of await store.listSetAside()) await endSetAside(name, claim);
  }
}

/** What another sweep is removing is left to it. */
async function endSetAside(name: string, claim: string): Promise<void> {
  const store = storeOf(name);
  const fate = await statusOf(name);
  if (fate === "in use") await store?.putBack(name, claim);
  if (fate === "unused") await store?.remove(name, claim);
}
