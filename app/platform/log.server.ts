import { randomUUID } from "node:crypto";

export const newReference = (): string => randomUUID().slice(0, 8);

/** Returns the reference, which users see too. The values of a query are personal data and not logged. */
export function logError(error: unknown, where: string, reference = newReference()): string {
  const time = new Date().toISOString();
  if (error instanceof Response) {
    const message = "message" in error ? `: ${error.message}` : "";
    console.error(`${time} error ${reference} at ${where}: ${error.status}${message}`);
    return reference;
  }
  console.error(`${time} error ${reference} at ${where}`);
  console.error(withoutValues(error));
  return reference;
}

/** The line must contain no secret and no personal data. */
export function logLine(line: string): void {
  console.warn(`${new Date().toISOString()} ${line}`);
}

/** Drizzle's error for a failed query, whose message has the values. */
const isQueryError = (error: Error): error is Error & { query: string } =>
  "query" in error && "params" in error;

/** PostgreSQL's error, whose details have the row, and whose message has the value in the class 22 (data exception). */
const isPostgresError = (error: Error): error is Error & { code: string } =>
  "severity" in error && "code" in error && "routine" in error;

export function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (!isQueryError(error) && !isPostgresError(error) && error.cause === undefined) return error;
  const cause = withoutValues(error.cause);
  const message = messageOf(error);
  if (cause === error.cause && message === error.message && !isPostgresError(error)) return error;
  const copy = new Error(message, cause === undefined ? undefined : { cause });
  copy.name = error.name;
  copy.stack = [`${error.name}: ${message}`, ...framesOf(error)].join("\n");
  return Object.assign(copy, isPostgresError(error) ? shownOf(error) : {});
}

function messageOf(error: Error): string {
  if (isQueryError(error)) return `Failed query: ${error.query}`;
  if (isPostgresError(error) && error.code.startsWith("22"))
    return `The database refused a value (${error.code})`;
  return error.message;
}

const framesOf = ({ stack = "" }: Error) => stack.split("\n").filter((line) => /^\s+at /.test(line));

function shownOf(error: Error & { code: string }) {
  const { code, table, column, constraint } = error as Error &
    Record<"code" | "table" | "column" | "constraint", string | undefined>;
  return { code, table, column, constraint };
}
