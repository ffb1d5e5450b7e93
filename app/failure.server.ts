import { isRouteErrorResponse } from "react-router";
import { logError, logLine } from "./log.server";

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

/**
 * Logs an error of the router: a rejected method or address as one line, and anything else as an unexpected
 * error. Ignores refusals, which are responses, and aborted requests.
 */
export function logRouterError(error: unknown, request: Request, reference: string): void {
  if (request.signal.aborted || error instanceof Response) return;
  const where = `${request.method} ${redactedPath(new URL(request.url).pathname)}`;
  if (isRouteErrorResponse(error) && error.status < 500) logLine(`${error.status} ${where}`);
  else logError(error, where, reference || undefined);
}

/** Removes one-time tokens from a path, which must not be logged, and shortens it to 200 characters. */
export const redactedPath = (path: string): string => path.replace(/[\w-]{40,}/g, "…").slice(0, 200);
