import { isRouteErrorResponse } from "react-router";
import { logError, logLine } from "~/log.server";

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
