import { z } from "zod";
import { type Paging, pageOf, sortRows } from "./endpoint.server";
import { failureOf } from "./failure.server";
import { mediaTypeOf, readText } from "./http/request-body.server";
import { textStream } from "./http/text-stream.server";
import { cleanLine } from "./models/clean-text";
import type { List } from "./models/list.server";
import { rowsBefore } from "./models/paging";
import { isReviewCycle, type ReviewCycle } from "./models/permits/permit";
import { type FieldErrors, fieldRefusal, notFound, Refusal } from "./models/refusal";

type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
type Handlers = Partial<Record<Method, () => Promise<Response> | Response>>;

/** Runs the handler of the request's method. Returns 405 with `Allow` for any other method, and errors as JSON. */
export async function methods(request: Request, handlers: Handlers): Promise<Response> {
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

function methodNotAllowed(handlers: Handlers): Response {
  const allowed = Object.keys(handlers).join(", ");
  const message = `This method is not supported here; these are: ${allowed}`;
  return Response.json({ message }, { status: 405, headers: { Allow: allowed } });
}

/**
 * Reads a JSON body and parses it by its schema. Throws 415 for another media type, 413 for more than 1 MB,
 * and 400 with the messages of each field.
 */
export async function body<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  refuseQuery(request);
  requireMediaType("application/json", request);
  return parsed(schema, jsonOf(await readText(request)));
}

/** Refuses any body except an empty object, with 415, 413 or 400. */
export async function noBody(request: Request): Promise<void> {
  await optionalBody(request, nothing);
}

/** Reads a JSON body that may be missing, like `body`; a missing one is an empty object. */
export async function optionalBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  refuseQuery(request);
  const text = await readText(request);
  if (text === "") return parsed(schema, {});
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

const nothing = z.strictObject({});

/** Requests that change data take no query parameters. */
const refuseQuery = (request: Request) => query(new URL(request.url), nothing);

function requireMediaType(type: string, request: Request): void {
  if (mediaTypeOf(request) !== type) throw new Refusal(415, `Send this as ${type}`);
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw new Refusal(400, "Invalid input", fieldErrors(result.error.issues));
  return result.data;
}

function fieldErrors(issues: z.core.$ZodIssue[]): FieldErrors {
  // No prototype, since an unknown field may be named constructor.
  const fields: FieldErrors = Object.create(null);
  for (const issue of issues) {
    const at = issue.path.reduce<string>(nameIn, "");
    const names =
      issue.code === "unrecognized_keys" ? issue.keys.map((key) => nameIn(at, key)) : [at || "body"];
    const message = issue.code === "unrecognized_keys" ? "There is no such field" : issue.message;
    for (const name of names) fields[name] = [...(fields[name] ?? []), message];
  }
  return fields;
}

/** Returns the name of a nested field as forms spell it: `assignments[0].discipline`. */
function nameIn(outer: string, key: PropertyKey): string {
  if (typeof key === "number") return `${outer}[${key}]`;
  return outer ? `${outer}.${String(key)}` : String(key);
}

/** Parses the fields of a multipart body, those named in `lists` as arrays. Throws 400 with the messages of each field. */
export function fieldsOf<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
  lists: string[] = [],
): z.output<Schema> {
  const names = [...new Set(form.keys())];
  const values = names.map((name) => [name, lists.includes(name) ? form.getAll(name) : form.get(name)]);
  return parsed(schema, Object.fromEntries(values));
}

/** Parses the query parameters that have a value. Throws 400 for an unknown, invalid or repeated one. */
export function query<Schema extends z.ZodType>(url: URL, schema: Schema): z.output<Schema> {
  const parameters = [...url.searchParams].filter(([, value]) => cleanLine(value) !== "");
  const names = parameters.map(([name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated) throw fieldRefusal(repeated, `${repeated} was given more than once.`);
  return parsed(schema, Object.fromEntries(parameters));
}

type WithResponse<Schema extends z.ZodType> = { response: Schema; status?: number };

type ReplyOptions = {
  /** Reads the latest version of the row as GET returns it, for an edit conflict. */
  current?: () => Promise<unknown>;
  /** The number of all rows, when the response is one page of them. */
  total?: number;
};

/** Returns the JSON response of an endpoint, with exactly the fields of its schema. */
export async function reply<Schema extends z.ZodType>(
  endpoint: WithResponse<Schema>,
  value: NoInfer<z.input<Schema>> | Promise<NoInfer<z.input<Schema>>>,
  { current, total }: ReplyOptions = {},
): Promise<Response> {
  try {
    const content = endpoint.response.parse(await value);
    const response = Response.json(content, { status: endpoint.status ?? 200, headers: uncached });
    if (Array.isArray(content)) response.headers.set("X-Total-Count", String(total ?? content.length));
    return response;
  } catch (error) {
    if (!(error instanceof Refusal) || error.details?.current === undefined) throw error;
    return withoutPageDetails(error, await readCurrent(endpoint, current));
  }
}

/** Returns a short list, whose rows are all in memory: the requested page or all of it, in the requested order. */
export async function replyPage<Row extends z.ZodType>(
  endpoint: WithResponse<z.ZodArray<Row>>,
  requested: Paging & { sort?: string },
  rows: NoInfer<z.input<Row>>[] | Promise<NoInfer<z.input<Row>>[]>,
): Promise<Response> {
  const sorted = sortRows(await rows, requested.sort);
  const { page = 1, pageSize = sorted.length } = pageOf(requested) ?? {};
  const onPage = sorted.slice(rowsBefore(page, pageSize), page * pageSize);
  return reply(endpoint, onPage as z.input<z.ZodArray<Row>>, { total: sorted.length });
}

const uncached = { "Cache-Control": "private, no-store" };

/** Reads the row's latest version as the endpoint returns it; undefined if it cannot be read. */
async function readCurrent({ response }: WithResponse<z.ZodType>, current: ReplyOptions["current"]) {
  const row = await current?.().catch(() => undefined);
  return response.safeParse(row).data;
}

/**
 * Removes the details that only pages show; a 404 keeps only its message. The page's version of the row is
 * replaced by `current`, the row as GET returns it.
 */
function withoutPageDetails(
  { status, message, fields, details, headers }: Refusal,
  current?: unknown,
): Refusal {
  const { hint: _hint, continueLink: _continueLink, ...others } = details ?? {};
  const refusal =
    status === 404
      ? new Refusal(status, message)
      : new Refusal(status, message, fields, { ...others, current });
  for (const [name, value] of headers) refusal.headers.set(name, value);
  return refusal;
}

/**
 * Returns a long list as a JSON array: the requested page, or all rows, written batch by batch as they are
 * read. The first batch is read before anything is sent, so that its errors still have their own status.
 */
export async function replyList<Row extends z.ZodType>(
  endpoint: { response: z.ZodArray<Row> },
  requested: Paging,
  { count, countForPages, page, all }: List<NoInfer<z.input<Row>>>,
): Promise<Response> {
  const paging = pageOf(requested);
  const counted = paging && countForPages ? await countForPages() : { total: await count(), isCapped: false };
  const batches = paging ? [await page(paging.page, paging.pageSize)] : all();
  const row = endpoint.response.element;
  const texts = arrayText(batches, (value) => JSON.stringify(row.parse(value)));
  const headers = {
    ...uncached,
    "Content-Type": "application/json",
    "X-Total-Count": String(counted.total),
    ...(countForPages ? { "X-Total-Capped": String(counted.isCapped) } : {}),
  };
  return new Response(await textStream(texts), { headers });
}

/** Yields the text of a JSON array of all rows, one piece for each batch. */
async function* arrayText<Row>(
  batches: Iterable<Row[]> | AsyncIterable<Row[]>,
  asText: (row: Row) => string,
) {
  let separator = "[";
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield separator + batch.map(asText).join(",");
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}

/** Throws 415 unless the body is multipart, and 400 for query parameters. */
export function requireMultipart(request: Request): void {
  refuseQuery(request);
  requireMediaType("multipart/form-data", request);
}

/** Returns the id in an address. Throws 404 for anything but a whole number from 1 that is a safe integer. */
export function idOf(params: { id?: string }, refusal = new Refusal(404, "Not found")): number {
  const id = /^[1-9]\d{0,15}$/.test(params.id ?? "") ? Number(params.id) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw refusal;
  return id;
}

/** Returns the review cycle in the address of a plan check. Throws 404 for anything else. */
export function cycleOf({ cycle }: { cycle?: string }): ReviewCycle {
  if (!isReviewCycle(cycle)) throw notFound("Plan check");
  return cycle;
}
