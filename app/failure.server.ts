import { redactedPath } from "./http/router-error.server";
import { logError } from "./log.server";

/** Logs an unexpected error. Returns the status (507 for a full disk, else 500), message and reference to show. */
export function failureOf(error: unknown, request: Request) {
  const reference = logError(error, `${request.method} ${redactedPath(new URL(request.url).pathname)}`);
  return isOutOfSpace(error)
    ? { status: 507, message: "The server is out of space. Nothing was saved.", reference }
    : { status: 500, message: "Something went wrong here", reference };
}

/** 53100 is PostgreSQL's. */
const outOfSpace = ["ENOSPC", "EDQUOT", "SQLITE_FULL", "53100"];

/** Returns true if the system or the database reports a full disk. */
function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return outOfSpace.includes((error as NodeJS.ErrnoException).code ?? "") || isOutOfSpace(error.cause);
}
