import { Rehearsed, rehearse } from "./db.server";
import { Refusal } from "./refusal";

/** Why a command would be refused if it were carried out now, found out without changing anything. */
export async function refusalOf(command: () => Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await rehearse(command);
  } catch (error) {
    if (error instanceof Refusal) return error;
    if (!(error instanceof Rehearsed)) throw error;
  }
  return undefined;
}
