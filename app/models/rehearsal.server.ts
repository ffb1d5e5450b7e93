import { rehearse } from "./db.server";
import { Refusal } from "./refusal";

/** Returns the refusal that a command would throw, without changing anything; undefined if it would succeed. */
export async function refusalOf(command: () => Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await rehearse(command);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return undefined;
}
