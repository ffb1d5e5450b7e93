import { randomBytes } from "node:crypto";

export const newReference = (): string => randomBytes(4).toString("hex");

/** Logs an unexpected error under a reference that is also shown to the user, and returns the reference. */
export function logError(error: unknown, where: string, reference = newReference()): string {
  console.error(`${new Date().toISOString()} error ${reference} at ${where}`);
  console.error(error);
  return reference;
}

/** Logs one line, for events that are not errors of the app. It must contain no secret and no personal data. */
export function logLine(line: string): void {
  console.warn(`${new Date().toISOString()} ${line}`);
}
