import { logError } from "./log.server";

/** Logs an error that is none of the domain's, and answers what may be told of it: a status and words. */
export function failureOf(error: unknown, request: Request) {
  const reference = logError(error, `${request.method} ${new URL(request.url).pathname}`);
  return isOutOfSpace(error)
    ? { status: 507, message: "The server is out of space. Nothing was saved.", reference }
    : { status: 500, message: "Something went wrong here", reference };
}

const outOfSpace = ["ENOSPC", "EDQUOT", "SQLITE_FULL"];

/** Whether the disk is full, as the system or the database says it. */
function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return outOfSpace.includes((error as NodeJS.ErrnoException).code ?? "") || isOutOfSpace(error.cause);
}
