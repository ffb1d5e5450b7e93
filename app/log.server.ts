import { randomBytes } from "node:crypto";

export const newReference = (): string => randomBytes(4).toString("hex");

/** Logs an unexpected error with a reference that is also shown to the user. Returns the reference. */
export function logError(error: unknown, where: string, reference = newReference()): string {
  console.error(`${new Date().toISOString()} error ${reference} at ${where}`);
  console.error(error);
  return reference;
}

/** Logs one line about an event that is not an error of the app. It must contain no secret and no personal data. */
export function logLine(line: string): void {
  console.warn(`${new Date().toISOString()} ${line}`);
}
