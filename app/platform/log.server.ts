import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import { inspect } from "node:util";
import { env } from "./env.server";
import { requestFacts } from "./request-facts.server";

export const newReference = (): string => randomUUID().slice(0, 8);

type Facts = { reference?: string; where?: string; status?: number };

/** Returns the reference, which users see too. The values of a query are personal data and not logged. */
export function logError(error: unknown, where: string, { status, reference }: Facts = {}): string {
  const facts = { reference: reference ?? requestFacts()?.reference ?? newReference(), where };
  if (error instanceof Response) {
    const message = "message" in error ? String(error.message) : undefined;
    const detail = message === undefined ? "" : `: ${message}`;
    const line = `error ${facts.reference} at ${where}: ${error.status}${detail}`;
    print("error", line, { ...facts, status: error.status, message });
    return facts.reference;
  }
  const shown = withoutValues(error);
  const line = `error ${facts.reference} at ${where}${bySender()}`;
  const message = shown instanceof Error ? shown.message : String(shown);
  print("error", line, { ...facts, status, message, stack: inspect(shown) });
  if (env.LOG_FORMAT === "text") console.error(shown);
  return facts.reference;
}

/** The line must contain no secret and no personal data. */
export function logLine(line: string, facts: Facts = {}): void {
  print("warn", line, { ...facts, message: line });
}

type Refused = Required<Facts> & Sender;

/** A request that was refused is one line. */
export function logRefusal(refused: Refused): void {
  const { status, reference, where } = refused;
  const message = STATUS_CODES[status];
  print("warn", `${status} ${reference} ${where}${senderText(refused)}`, { ...refused, message });
}

type Sender = { user?: number; address: string };

const senderText = ({ user, address }: Sender): string =>
  ` by ${user === undefined ? "no user" : `user ${user}`} from ${address}`;

function bySender(): string {
  const { user, address } = requestFacts() ?? {};
  return address === undefined ? "" : senderText({ user, address });
}

/** For people the line, for programs one object with all that is known, also of the request. */
function print(level: "error" | "warn", line: string, facts: object): void {
  const time = new Date().toISOString();
  const { begun, ...request } = requestFacts() ?? {};
  const ms = begun && Math.round(performance.now() - begun);
  const text =
    env.LOG_FORMAT === "json" ? JSON.stringify({ time, level, ...request, ms, ...facts }) : `${time} ${line}`;
  console[level](text);
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
