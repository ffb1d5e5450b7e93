import { isRouteErrorResponse } from "react-router";
import { logError, logLine } from "~/log.server";

/**
 * Logs an error of the router. A refusal is already a response, and an aborted request needs none; a method
 * or an address that the router rejects is one line, and anything else an unexpected error.
 */
export function logRouterError(error: unknown, request: Request, reference: string): void {
  if (request.signal.aborted || error instanceof Response) return;
  const where = `${request.method} ${redactedPath(new URL(request.url).pathname)}`;
  if (isRouteErrorResponse(error) && error.status < 500) logLine(`${error.status} ${where}`);
  else logError(error, where, reference || undefined);
}

/** A path may contain a one-time token, which must not be logged, and be of any length. */
const redactedPath = (path: string): string => path.replace(/[\w-]{40,}/g, "…").slice(0, 200);
