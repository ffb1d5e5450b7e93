import { Refusal } from "~/models/refusal";
import { rehearse } from "./db.server";

export async function refusalOf(command: () => Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await rehearse(command);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return undefined;
}
