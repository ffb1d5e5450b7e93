import { Refusal } from "~/models/refusal";

/** Returns the refusal of a command. Throws if the command succeeds or fails otherwise. */
export async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof Refusal)) throw new Error(`Not a refusal: ${error}`);
  return error;
}

/** Returns the status and message of a command's refusal, or its status and field messages if it has any. */
export async function refused(promise: Promise<unknown>): Promise<[number, unknown]> {
  const { status, message, fields } = await refusalOf(promise);
  return [status, fields ?? message];
}
