import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { z } from "zod";
import { inOrder, type Paging, pageOf } from "./endpoint.server";
import { failureOf } from "./failure.server";
import { mediaTypeOf, readText } from "./http/request-body.server";
import { rowsBefore } from "./models/paging";
import { type FieldErrors, fieldRefusal, Refusal } from "./models/refusal";

type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
type Handlers = Partial<Record<Method, () => Promise<Response> | Response>>;

/** Runs the handler of the request's method: 405 with `Allow` for any other method, and errors as JSON. */
export async function methods(request: Request, handlers: Handlers): Promise<Response> {
  const handler =
    handlers[request.method as Method] ?? (request.method === "HEAD" ? handlers.GET : undefined);
  try {
    return handler ? await handler() : methodRefused(handlers);
  } catch (error) {
    if (error instanceof Refusal) return forPrograms(error);
    if (error instanceof Response) return error;
    const { status, ...failure } = failureOf(error, request);
    return Response.json(failure, { status });
  }
}

function methodRefused(handlers: Handlers): Response {
  const allowed = Object.keys(handlers).join(", ");
  const message = `This method is not supported here; these are: ${allowed}`;
  return Response.json({ message }, { status: 405, headers: { Allow: allowed } });
}

/** A JSON body, parsed by its schema: 415, 413, or 400 with each field's message. */
export async function body<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  refuseQuery(request);
  refuseOtherThan("application/json", request);
  return parsed(schema, jsonOf(await readText(request)));
}

/** Refuses a body that is more than an empty object: 415, 413 or 400. */
export async function noBody(request: Request): Promise<void> {
  refuseQuery(request);
  const text = await readText(request);
  if (text === "") return;
  refuseOtherThan("application/json", request);
  parsed(nothing, jsonOf(text));
}

function jsonOf(text: string): unknown {
  const value = parsedJson(text);
  if (nullCharacter.test(text)) throw new Refusal(400, "A text may not hold the null character, \\u0000");
  return value;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "The body is not JSON");
  }
}

/** SQLite ends a string at it. Behind a doubled backslash the same letters are ordinary text. */
const nullCharacter = /(?<!\\)(?:\\\\)*\\u0000/;

const nothing = z.strictObject({});

/** Requests that change data take no query parameters. */
const refuseQuery = (request: Request) => query(new URL(request.url), nothing);

function refuseOtherThan(type: string, request: Request): void {
  if (mediaTypeOf(request) !== type) throw new Refusal(415, `Send this as ${type}`);
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw new Refusal(400, "Invalid input", fieldErrors(result.error.issues));
  return result.data;
}

function fieldErrors(issues: z.core.$ZodIssue[]): FieldErrors {
  // Without a prototype, since an unknown field may be named constructor.
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

/** `assignments[0].discipline`, as forms name their fields. */
function nameIn(outer: string, key: PropertyKey): string {
  if (typeof key === "number") return `${outer}[${key}]`;
  return outer ? `${outer}.${String(key)}` : String(key);
}

/** The fields of a multipart body, `lists` as arrays: 400 with each field's message. */
export function fieldsOf<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
  lists: string[] = [],
): z.output<Schema> {
  const names = [...new Set(form.keys())];
  const values = names.map((name) => [name, lists.includes(name) ? form.getAll(name) : form.get(name)]);
  return parsed(schema, Object.fromEntries(values));
}

/** The query parameters that have a value: 400 for one that is unknown, invalid or given twice. */
export function query<Schema extends z.ZodType>(url: URL, schema: Schema): z.output<Schema> {
  const given = [...url.searchParams].filter(([, value]) => value.trim() !== "");
  const names = given.map(([name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated) throw fieldRefusal(repeated, `${repeated} was given more than once.`);
  return parsed(schema, Object.fromEntries(given));
}

type WithResponse<Schema extends z.ZodType> = { response: Schema; status?: number };

type ReplyOptions = {
  /** Reads the row again as GET returns it, for a stale write. */
  current?: () => Promise<unknown>;
  /** How many rows there are, when the response is a page of them. */
  total?: number;
};

/** The JSON response of an endpoint, with the fields that its schema names and no other. */
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
    return forPrograms(error, await readAgain(endpoint, current));
  }
}

/** A short list, of which all rows are read: the requested page or all of it, in the requested order. */
export async function replyPage<Row extends z.ZodType>(
  endpoint: WithResponse<z.ZodArray<Row>>,
  requested: Paging & { sort?: string },
  rows: NoInfer<z.input<Row>>[] | Promise<NoInfer<z.input<Row>>[]>,
): Promise<Response> {
  const all = inOrder(await rows, requested.sort);
  const { page = 1, pageSize = all.length } = pageOf(requested) ?? {};
  const onPage = all.slice(rowsBefore(page, pageSize), page * pageSize);
  return reply(endpoint, onPage as z.input<z.ZodArray<Row>>, { total: all.length });
}

const uncached = { "Cache-Control": "private, no-store" };

/** The row's latest version as the endpoint returns it, or undefined when it cannot be read. */
async function readAgain({ response }: WithResponse<z.ZodType>, current: ReplyOptions["current"]) {
  const row = await current?.().catch(() => undefined);
  return response.safeParse(row).data;
}

/**
 * A refusal without the details that only pages show; a 404 keeps its message alone. The row that a page
 * would show is left out too, since a program gets the row as GET returns it.
 */
function forPrograms({ status, message, fields, details, headers }: Refusal, current?: unknown): Refusal {
  const { hint: _hint, continueLink: _wayOn, ...others } = details ?? {};
  const refusal =
    status === 404
      ? new Refusal(status, message)
      : new Refusal(status, message, fields, { ...others, current });
  for (const [name, value] of headers) refusal.headers.set(name, value);
  return refusal;
}

type List<Row> = {
  count: () => Promise<number>;
  page: (page: number, pageSize: number) => Promise<Row[]>;
  all: () => AsyncIterable<Row[]>;
};

/**
 * A long list as a bare array: the requested page, or all of it, written batch by batch as it is read. The
 * first batch is read before anything is sent, so that an error there still has its own status.
 */
export async function replyList<Row extends z.ZodType>(
  endpoint: { response: z.ZodArray<Row> },
  requested: Paging,
  { count, page, all }: List<NoInfer<z.input<Row>>>,
): Promise<Response> {
  const total = await count();
  const paging = pageOf(requested);
  const batches = paging ? [await page(paging.page, paging.pageSize)] : all();
  const row = endpoint.response.element;
  const texts = arrayText(batches, (value) => JSON.stringify(row.parse(value)));
  const first = await texts.next();
  async function* text() {
    if (!first.done) yield first.value;
    yield* texts;
  }
  const headers = { ...uncached, "Content-Type": "application/json", "X-Total-Count": String(total) };
  return new Response(createReadableStreamFromReadable(Readable.from(text())), { headers });
}

/** The text of a JSON array of all rows, a piece for each batch. */
async function* arrayText<Row>(
  batches: Iterable<Row[]> | AsyncIterable<Row[]>,
  asText: (row: Row) => string,
) {
  let before = "[";
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield before + batch.map(asText).join(",");
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

/** Refuses any body but a multipart one (415), and query parameters (400). */
export function refuseOtherThanParts(request: Request): void {
  refuseQuery(request);
  refuseOtherThan("multipart/form-data", request);
}

/** The id in an address, or a 404 for anything but a whole number that a row can have. */
export function idOf(params: { id?: string }, refusal = new Refusal(404, "Not found")): number {
  const id = /^[1-9]\d{0,15}$/.test(params.id ?? "") ? Number(params.id) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw refusal;
  return id;
}
