import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { z } from "zod";
import { inOrder, pageOf } from "./endpoint.server";
import { failureOf } from "./failure.server";
import { mediaTypeOf, readText } from "./http/request-body.server";
import { rowsBefore } from "./models/paging";
import { type FieldErrors, fieldRefusal, Refusal } from "./models/refusal";

type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
type Handlers = Partial<Record<Method, () => Promise<Response> | Response>>;

/** The JSON door: picks the handler of a method, answers 405 with `Allow` for any other, and errors as JSON. */
export async function methods(request: Request, handlers: Handlers): Promise<Response> {
  const handler =
    handlers[request.method as Method] ?? (request.method === "HEAD" ? handlers.GET : undefined);
  try {
    return handler ? await handler() : methodRefused(handlers);
  } catch (error) {
    if (error instanceof Refusal) return forPrograms(error);
    if (error instanceof Response) return error;
    const { status, ...told } = failureOf(error, request);
    return Response.json(told, { status });
  }
}

function methodRefused(handlers: Handlers): Response {
  const allowed = Object.keys(handlers).join(", ");
  const message = `This method is not answered here; these are: ${allowed}`;
  return Response.json({ message }, { status: 405, headers: { Allow: allowed } });
}

/** A JSON body that holds what the schema says: 415, 413, or 400 with each field's message. */
export async function body<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  refuseQuestion(request);
  refuseOtherThan("application/json", request);
  return parsed(schema, jsonOf(await readText(request)));
}

/** Nothing is sent but the address: 415, 413 or 400 for a body that holds more than an empty object. */
export async function noBody(request: Request): Promise<void> {
  refuseQuestion(request);
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

/** SQLite ends a text at it. JSON can write it in no other way; with its backslash doubled it is six ordinary characters. */
const nullCharacter = /(?<!\\)(?:\\\\)*\\u0000/;

const nothing = z.strictObject({});

/** What changes something asks for nothing in its address. */
const refuseQuestion = (request: Request) => query(new URL(request.url), nothing);

function refuseOtherThan(type: string, request: Request): void {
  if (mediaTypeOf(request) !== type) throw new Refusal(415, `Send this as ${type}`);
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw new Refusal(400, "Invalid input", fieldErrors(result.error.issues));
  return result.data;
}

function fieldErrors(issues: z.core.$ZodIssue[]): FieldErrors {
  // Without a prototype: a field that nobody knows may well be named constructor.
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

/** `assignments[0].discipline`, as forms name their fields too. */
function nameIn(outer: string, key: PropertyKey): string {
  if (typeof key === "number") return `${outer}[${key}]`;
  return outer ? `${outer}.${String(key)}` : String(key);
}

/** The fields of a body of parts, those that are lists as lists: 400 with each field's message. */
export function fieldsOf<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
  lists: string[] = [],
): z.output<Schema> {
  const names = [...new Set(form.keys())];
  const values = names.map((name) => [name, lists.includes(name) ? form.getAll(name) : form.get(name)]);
  return parsed(schema, Object.fromEntries(values));
}

/** What an address asks, without empty values: 400 for what it cannot ask, or asks twice. */
export function query<Schema extends z.ZodType>(url: URL, schema: Schema): z.output<Schema> {
  const given = [...url.searchParams].filter(([, value]) => value.trim() !== "");
  const names = given.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice) throw fieldRefusal(twice, `${twice} is asked twice`);
  return parsed(schema, Object.fromEntries(given));
}

type Answering<Answer extends z.ZodType> = { answer: Answer; status?: number };

type ReplyOptions = {
  /** The row that a stale write is refused for, read anew as GET answers it. */
  current?: () => Promise<unknown>;
  /** How many rows there are, when the answer is a page of them. */
  total?: number;
};

/** The answer of a call, with the fields that its description names and no other. */
export async function reply<Answer extends z.ZodType>(
  call: Answering<Answer>,
  value: NoInfer<z.input<Answer>> | Promise<NoInfer<z.input<Answer>>>,
  { current, total }: ReplyOptions = {},
): Promise<Response> {
  try {
    const answer = call.answer.parse(await value);
    const response = Response.json(answer, { status: call.status ?? 200, headers: kept });
    if (Array.isArray(answer)) response.headers.set("X-Total-Count", String(total ?? answer.length));
    return response;
  } catch (error) {
    if (!(error instanceof Refusal) || error.details?.current === undefined) throw error;
    return forPrograms(error, await readAnew(call, current));
  }
}

/** A short list, all of which is read: the page of it that is asked for, or all, sorted as asked. */
export async function replyPage<Row extends z.ZodType>(
  call: Answering<z.ZodArray<Row>>,
  asked: { page?: number; pageSize?: number; sort?: string },
  rows: NoInfer<z.input<Row>>[] | Promise<NoInfer<z.input<Row>>[]>,
): Promise<Response> {
  const all = inOrder(await rows, asked.sort);
  const { page = 1, pageSize = all.length } = pageOf(asked) ?? {};
  const asPaged = all.slice(rowsBefore(page, pageSize), page * pageSize);
  return reply(call, asPaged as z.input<z.ZodArray<Row>>, { total: all.length });
}

const kept = { "Cache-Control": "private, no-store" };

/** What the call answers for the row now, or nothing when that cannot be read. */
async function readAnew({ answer }: Answering<z.ZodType>, current: ReplyOptions["current"]) {
  const row = await current?.().catch(() => undefined);
  return answer.safeParse(row).data;
}

/**
 * A refusal without what only pages say; of what is not there all but the message. A page's row is left
 * out too: a program is given the row as GET has it, or none.
 */
function forPrograms({ status, message, fields, details, headers }: Refusal, current?: unknown): Refusal {
  const { hint: _hint, wayOn: _wayOn, ...told } = details ?? {};
  const refusal =
    status === 404
      ? new Refusal(status, message)
      : new Refusal(status, message, fields, { ...told, current });
  for (const [name, value] of headers) refusal.headers.set(name, value);
  return refusal;
}

/**
 * A list as a bare array, its total in `X-Total-Count`, written batch by batch as it is read. The first
 * batch is read before anything is sent, so that whatever is wrong is an error and not half an answer.
 */
export async function replyList<Row extends z.ZodType>(
  call: { answer: z.ZodArray<Row> },
  total: number,
  batches: AsyncIterable<NoInfer<z.input<Row>>[]>,
): Promise<Response> {
  const source = batches[Symbol.asyncIterator]();
  const first = await source.next();
  const row = call.answer.element;
  async function* text() {
    let before = "[";
    for (let batch = first; !batch.done; batch = await source.next()) {
      if (batch.value.length === 0) continue;
      yield before + batch.value.map((each) => JSON.stringify(row.parse(each))).join(",");
      before = ",";
    }
    yield before === "[" ? "[]" : "]";
  }
  const headers = { ...kept, "Content-Type": "application/json", "X-Total-Count": String(total) };
  return new Response(createReadableStreamFromReadable(Readable.from(text())), { headers });
}

/** A body in parts, of which files are read as they come; 415 for any other. */
export function refuseOtherThanParts(request: Request): void {
  refuseQuestion(request);
  refuseOtherThan("multipart/form-data", request);
}

/** The row an address names, or a 404: only whole numbers that a row can have are looked up. */
export function idOf(params: { id?: string }, refusal = new Refusal(404, "Not found")): number {
  const id = /^[1-9]\d{0,15}$/.test(params.id ?? "") ? Number(params.id) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw refusal;
  return id;
}
