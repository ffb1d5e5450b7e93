import { cleanLine } from "~/models/clean-text";
import { isReviewCycle, type ReviewCycle } from "~/models/permits/permit";
import { type FieldErrors, notFound, Refusal, refusalAtField } from "~/models/refusal";
import { z } from "~/models/schema.server";
import { failureOf } from "../failure.server";
import { mediaTypeOf, readBytes, readText } from "../http/request-body.server";
import { noQuery } from "./endpoint.server";

type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
type Handlers = Partial<Record<Method, () => Promise<Response> | Response>>;

/** Runs the handler of the request's method. Returns 405 with `Allow` for any other method, and errors as JSON. */
export async function handleByMethod(request: Request, handlers: Handlers): Promise<Response> {
  const handler =
    handlers[request.method as Method] ?? (request.method === "HEAD" ? handlers.GET : undefined);
  try {
    return handler ? await handler() : methodNotAllowed(handlers);
  } catch (error) {
    if (error instanceof Refusal) return withoutPageDetails(error);
    if (error instanceof Response) return error;
    const { status, ...failure } = failureOf(error, request);
    return Response.json(failure, { status });
  }
}

/** Replaces what only pages show: their version of the row by `current`, the row as GET returns it. */
export function withoutPageDetails(
  { status, message, details, headers }: Refusal,
  current?: unknown,
): Refusal {
  const { hint: _hint, continueLink: _continueLink, ...others } = details;
  const refusal =
    status === 404 ? new Refusal(status, message) : new Refusal(status, message, { ...others, current });
  for (const [name, value] of headers) refusal.headers.set(name, value);
  return refusal;
}

function methodNotAllowed(handlers: Handlers): Response {
  const allowed = Object.keys(handlers).join(", ");
  const message = `This method is not supported here; these are: ${allowed}`;
  return Response.json({ message }, { status: 405, headers: { Allow: allowed } });
}

/** Reads JSON. Throws 415 for another media type, 413 for more than 1 MB, and 400 with the messages of each field. */
export async function parseBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  { mayBeMissing = false } = {},
): Promise<z.output<Schema>> {
  refuseQuery(request);
  if (!mayBeMissing) requireMediaType("application/json", request);
  const text = await readText(request);
  if (mayBeMissing && text === "") return parsed(schema, {});
  requireMediaType("application/json", request);
  return parsed(schema, jsonOf(text));
}

function jsonOf(text: string): unknown {
  const value = parsedJson(text);
  if (nullCharacter.test(text)) throw new Refusal(400, "Text must not contain the null character, \\u0000");
  return value;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "The body is not JSON");
  }
}

/** SQLite ends a string at a null character. After a doubled backslash, `u0000` is ordinary text. */
const nullCharacter = /(?<!\\)(?:\\\\)*\\u0000/;

/** Requests that change data take no query parameters. */
const refuseQuery = (request: Request) => parseQuery(new URL(request.url), noQuery);

function requireMediaType(type: string, request: Request): void {
  if (mediaTypeOf(request) !== type) throw new Refusal(415, `Send this as ${type}`);
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw new Refusal(400, "Invalid input", { fields: fieldErrors(result.error.issues) });
  return result.data;
}

function fieldErrors(issues: z.core.$ZodIssue[]): FieldErrors {
  // No prototype, since an unknown field may be named constructor.
  const fields: FieldErrors = Object.create(null);
  for (const issue of issues) {
    const at = z.core.toDotPath(issue.path);
    const isUnknown = issue.code === "unrecognized_keys";
    const names = isUnknown ? issue.keys.map((key) => (at ? `${at}.${key}` : key)) : [at || "body"];
    const message = isUnknown ? "There is no such field" : issue.message;
    for (const name of names) fields[name] = [...(fields[name] ?? []), message];
  }
  return fields;
}

export function parseFields<Schema extends z.ZodType>(form: FormData, schema: Schema, lists: string[] = []) {
  const names = [...new Set(form.keys())];
  const values = names.map((name) => [name, lists.includes(name) ? form.getAll(name) : form.get(name)]);
  return parsed(schema, Object.fromEntries(values));
}

/** Reads the parameters that have a value. Throws 400 for an unknown, invalid or repeated one. */
export function parseQuery<Schema extends z.ZodType>(url: URL, schema: Schema): z.output<Schema> {
  const parameters = [...url.searchParams].filter(([, value]) => cleanLine(value) !== "");
  const names = parameters.map(([name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated) throw refusalAtField(repeated, `${repeated} was given more than once.`);
  return parsed(schema, Object.fromEntries(parameters));
}

/** Reads an email, message/rfc822. Throws 415 for another media type, and 413 for more than 1 MB. */
export function readMessage(request: Request): Promise<Uint8Array> {
  refuseQuery(request);
  requireMediaType("message/rfc822", request);
  return readBytes(request);
}

export function requireMultipart(request: Request): void {
  refuseQuery(request);
  requireMediaType("multipart/form-data", request);
}

/** Throws 404 for anything but a whole number from 1 that is a safe integer. */
export function idOf(text: string | undefined, refusal = new Refusal(404, "Not found")): number {
  const id = /^[1-9]\d{0,15}$/.test(text ?? "") ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw refusal;
  return id;
}

export function cycleOf({ cycle }: { cycle?: string }): ReviewCycle {
  if (!isReviewCycle(cycle)) throw notFound("Plan check");
  return cycle;
}
