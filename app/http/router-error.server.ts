import { isRouteErrorResponse } from "react-router";
import { logError, logLine } from "~/log.server";

/**
 * Writes down what the router met. A refusal is somebody's answer already, and whoever left waits for none;
 * a method or an address that the router itself does not take is one line, anything else an error of ours.
 */
export function logRouterError(error: unknown, request: Request, reference: string): void {
  if (request.signal.aborted || error instanceof Response) return;
  const where = `${request.method} ${plainPath(new URL(request.url).pathname)}`;
  if (isRouteErrorResponse(error) && error.status < 500) logLine(`${error.status} ${where}`);
  else logError(error, where, reference || undefined);
}

/** An address may hold a one-time token, which the log must not, and be as long as somebody likes. */
const plainPath = (path: string): string => path.replace(/[\w-]{40,}/g, "…").slice(0, 200);
