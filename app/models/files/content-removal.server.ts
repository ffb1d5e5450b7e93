import { storeOf, stores } from "./file-store.server";
import {
  claimAbandoned,
  claimOld,
  deleteClaimed,
  fateOf,
  type Limits,
  newMark,
} from "./stored-content.server";

// How content is removed, while other servers store it and refer to it, and whichever step a server is killed in:
// 1. One write claims rows that nothing refers to. Until the claim ends, nothing can refer to them.
// 2. The file is set aside under the name of the claim.
// 3. One write deletes the rows that still have the claim and no reference.
// 4. The files of these rows are removed. Others are put back, because they were stored again.
// A request that stores content writes its row first, which ends the claim, and then the file. Only what was set aside
// before step 3 is removed, and what is stored later is another file. Each claim has its own name, so that a server
// that continues after hours, when another has finished its removal, removes nothing that was stored since.

/** Removes some old contents that nothing refers to, and returns their number. */
export async function removeOld(names: string[], at: string, limits: Limits): Promise<number> {
  const claim = newMark();
  return removeClaimed(await claimOld(names, claim, at, limits), claim);
}

/**
 * Removes contents that nothing refers to and that no request stores at the moment, however young they are. `request`
 * has stored them and ends now.
 */
export async function removeAbandoned(names: string[], request?: string): Promise<void> {
  if (names.length === 0) return;
  const claim = newMark();
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

/** Ends the removal of contents that a killed server has left set aside. Another server can still be at work on them. */
export async function clearSetAside(): Promise<void> {
  for (const store of stores) {
    for (const { name, claim } of await store.listSetAside()) await endSetAside(name, claim);
  }
}

/** Puts content back that is in use, and removes what is not; if another sweep is removing the same, a later one does. */
async function endSetAside(name: string, claim: string): Promise<void> {
  const store = storeOf(name);
  const fate = await fateOf(name);
  if (fate === "in use") await store?.putBack(name, claim);
  if (fate === "unused") await store?.remove(name, claim);
}
