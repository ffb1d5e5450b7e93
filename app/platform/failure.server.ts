import { isRouteErrorResponse } from "react-router";
import { logError, logLine } from "./log.server";

/** Errors of SQLite, PostgreSQL and the disk by their codes. */
const knownErrors = [
  {
    codes: ["ENOSPC", "EDQUOT", "SQLITE_FULL", "53100"],
    status: 507,
    message: "The server is out of space. Nothing was saved.",
  },
  {
    // A row that a foreign key needs is gone.
    codes: ["SQLITE_CONSTRAINT_FOREIGNKEY", "23503"],
    status: 409,
    message: "Your account, or something that this belongs to, was deleted meanwhile. Nothing was saved.",
  },
];

/** Logs an unexpected error. Returns what to show: 507 for a full disk, 409 if a row it needs was deleted, else 500. */
export function failureOf(error: unknown, request: Request) {
  const known = knownErrors.find(({ codes }) => hasCode(error, codes));
  const { status, message } = known ?? { status: 500, message: "Something went wrong here" };
  return { status, message, reference: logError(error, loggedRequest(request), { status }) };
}

function hasCode(error: unknown, codes: string[]): boolean {
  if (!(error instanceof Error)) return false;
  return codes.includes((error as NodeJS.ErrnoException).code ?? "") || hasCode(error.cause, codes);
}

/** A rejected method or address is one line. Refusals and aborted requests are not logged. */
export function logRouterError(error: unknown, request: Request, reference: string): void {
  if (request.signal.aborted || error instanceof Response) return;
  const where = loggedRequest(request);
  const isRejected = isRouteErrorResponse(error) && error.status < 500;
  if (isRejected) logLine(`${error.status} ${where}`, { status: error.status, where });
  else logError(error, where, { status: 500, reference: reference || undefined });
}

/** Its method and path: tokens, also mistyped ones, and the query must not be logged. */
export const loggedRequest = ({ method, url }: Request): string =>
  `${method} ${new URL(url).pathname
    .replace(/^\/status\/[^/]+/i, "/status/…")
    .replace(/[\w-]{40,}/g, "…")
    .slice(0, 200)}`;

/** How many seconds to wait after a refused request. The router drops the header unless each route passes it on. */
const waits = new WeakMap<Request, number>();

export function setRetryAfter(request: Request, seconds: number | undefined): void {
  if (seconds) waits.set(request, seconds);
}

export const retryAfterOf = (request: Request): number | undefined => waits.get(request);
