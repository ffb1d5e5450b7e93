import { isRouteErrorResponse } from "react-router";
import { logError, logLine } from "./log.server";

/** Logs an unexpected error. Returns what to show, with 507 for a full disk, else 500. */
export function failureOf(error: unknown, request: Request) {
  const { status, message } = isOutOfSpace(error)
    ? { status: 507, message: "The server is out of space. Nothing was saved." }
    : { status: 500, message: "Something went wrong here" };
  return { status, message, reference: logError(error, loggedRequest(request), { status }) };
}

/** 53100 is PostgreSQL's. */
const outOfSpace = ["ENOSPC", "EDQUOT", "SQLITE_FULL", "53100"];

function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return outOfSpace.includes((error as NodeJS.ErrnoException).code ?? "") || isOutOfSpace(error.cause);
}

/** A rejected method or address is one line. Refusals and aborted requests are not logged. */
export function logRouterError(error: unknown, request: Request, reference: string): void {
  if (request.signal.aborted || error instanceof Response) return;
  const where = loggedRequest(request);
  const isRejected = isRouteErrorResponse(error) && error.status < 500;
  if (isRejected) logLine(`${error.status} ${where}`, { status: error.status, where });
  else logError(error, where, { status: 500, reference: reference || undefined });
}

/** Its method and path: one-time tokens and the query must not be logged. */
export const loggedRequest = ({ method, url }: Request): string =>
  `${method} ${new URL(url).pathname.replace(/[\w-]{40,}/g, "…").slice(0, 200)}`;

/** How many seconds to wait after a refused request. The router drops the header unless each route passes it on. */
const waits = new WeakMap<Request, number>();

export function setRetryAfter(request: Request, seconds: number | undefined): void {
  if (seconds) waits.set(request, seconds);
}

export const retryAfterOf = (request: Request): number | undefined => waits.get(request);
