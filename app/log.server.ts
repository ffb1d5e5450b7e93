import { randomBytes } from "node:crypto";

export const newReference = (): string => randomBytes(4).toString("hex");

/** Writes an unexpected error to the log under a reference, which the person who met it is shown. */
export function logError(error: unknown, where: string, reference = newReference()): string {
  console.error(`${new Date().toISOString()} error ${reference} at ${where}`);
  console.error(error);
  return reference;
}

/** Writes one line to the log, for what is no error of ours. It holds no secret and names no person. */
export function logLine(line: string): void {
  console.warn(`${new Date().toISOString()} ${line}`);
}
