import type { RouterContextProvider } from "react-router";
import { compareNames } from "~/models/fold-text";
import { pageSize as defaultPageSize } from "~/models/paging";
import type { ReviewCycle } from "~/models/permits/permit";
import type { Capability, Viewer } from "~/models/policy";
import { formKey as key, rowVersion, z } from "~/models/schema.server";
import type { List } from "../db/list.server";

/** One method of one address: what it takes, and what it does. The OpenAPI document is generated from it. */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  address: `/api/${string}`;
  noun: string;
  summary: string;
  details?: string;
  who: Capability | "signed in" | "public";
  /** True if the command checks `who`, after it has found the row in the viewer's scope: 404 before 403. */
  isCheckedInScope?: boolean;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** True if the handler reads the body itself, since its schema depends on the viewer or the row. */
  readsBody?: boolean;
  /** Another media type that the handler reads instead of JSON. */
  alsoReads?: "message/rfc822";
  /** The fields of a multipart body, which the handler reads, and the field name of its files. */
  parts?: { fields: z.ZodObject; files: string };
  response?: z.ZodType;
  /** True for a list whose pages may count only some of the rows; `X-Total-Capped` shows whether they do. */
  mayCapTotal?: boolean;
  status?: number;
  sends?: "file" | "redirect";
  /** The statuses of the endpoint's own refusals, without those that are common to all endpoints. */
  refuses?: readonly number[];
  isDemo?: boolean;
  handle?: (sent: never) => unknown;
  /** A command, after which the response is the row. That of a creation returns the id of its row. */
  change?: (sent: never) => Promise<unknown>;
  /** Reads the row of the address, also for `current` of an edit conflict. */
  readRow?: (sent: never) => Promise<unknown>;
  row?: z.ZodType;
  /** The message of a deletion, whose response has no more than this and the id. */
  says?: string;
};

type AddressParameters = { id: number; pricingId: number; cycle: ReviewCycle };

/** What a list's query has beside its filters. */
type OfAnyList = "sort" | "page" | "pageSize" | "limit";

type OrderIn<Query> = Query extends { sort?: infer Sort }
  ? { sort?: Exclude<Sort, `-${string}`>; descending: boolean }
  : undefined;

type EndpointRequest<Address extends string, Who, Query extends z.ZodType, Body extends z.ZodType> = Pick<
  AddressParameters,
  ParametersIn<Address>
> & {
  viewer: Who extends "public" ? null : Viewer;
  query: Omit<z.output<Query>, OfAnyList>;
  order: OrderIn<z.output<Query>>;
  body: z.output<Body>;
  request: Request;
  url: URL;
  context: Readonly<RouterContextProvider>;
};

export type RowRequest = { viewer: Viewer; id: number };

type ParametersIn<Address extends string> = Address extends `${string}{${infer Name}}${infer Rest}`
  ? Extract<Name, keyof AddressParameters> | ParametersIn<Rest>
  : never;

type Result<Schema extends z.ZodType> =
  Schema extends z.ZodArray<infer Row> ? z.input<Row>[] | List<z.input<Row>> : z.input<Schema> | Response;

/** What the endpoints of a noun have in common, unless one of them says otherwise. */
type Noun<Row extends z.ZodType = z.ZodType> = {
  noun: string;
  who?: Endpoint["who"];
  isCheckedInScope?: boolean;
  response?: Row;
  readRow?: (sent: RowRequest) => Promise<z.input<Row>>;
};

type WhoOf<Of extends Noun> = Of extends { who: infer Who extends Endpoint["who"] } ? Who : never;

type UnlessIn<Of extends Noun, Part> = Of extends Record<keyof Part, unknown> ? Partial<Part> : Part;

type Handlers<Of extends Noun, Sent, Value> =
  | { handle: (sent: Sent) => Value | Promise<Value>; change?: undefined; says?: undefined }
  | { handle?: undefined; change: (sent: Sent) => Promise<unknown>; says: string }
  | ({ handle?: undefined; change?: (sent: Sent) => Promise<unknown>; says?: undefined } & UnlessIn<
      Of,
      { readRow: (sent: Sent & { id: number }) => Promise<Value> }
    >);

const endpointOf =
  <Of extends Noun, Row extends z.ZodType>(
    noun: Of,
    method: Endpoint["method"],
    common: Partial<Endpoint> = {},
  ) =>
  <
    const Address extends Endpoint["address"],
    const Who extends Endpoint["who"] = WhoOf<Of>,
    Query extends z.ZodObject = typeof noQuery,
    Body extends z.ZodType = z.ZodUndefined,
    Returned extends z.ZodType = Row,
  >(
    address: Address,
    definition: Omit<
      Endpoint,
      "noun" | "who" | "method" | "address" | "row" | "handle" | "change" | "readRow" | "says"
    > & {
      query?: Query;
      body?: Body;
      response?: Returned;
    } & UnlessIn<Of, { who: Who }> &
      Handlers<Of, EndpointRequest<Address, Who, Query, Body>, Result<Returned>>,
  ): Endpoint => {
    const { response: row = noun.response, refuses = [], says } = definition;
    return {
      ...common,
      ...noun,
      ...definition,
      ...{ method, address, row },
      response: says ? Deleted : row,
      refuses: [...(common.refuses ?? []), ...refuses],
    } as Endpoint;
  };

export const noQuery = z.strictObject({});

/** An edit conflict, or another row with the same value or idempotency key. */
const mayConflict = { refuses: [409] };

export const endpointsOf = <const Of extends Noun, Row extends z.ZodType = z.ZodNever>(
  noun: Of & Noun<Row>,
) => ({
  get: endpointOf<Of, Row>(noun, "GET", { query: noQuery }),
  post: endpointOf<Of, Row>(noun, "POST"),
  create: endpointOf<Of, Row>(noun, "POST", { ...mayConflict, status: 201 }),
  put: endpointOf<Of, Row>(noun, "PUT", mayConflict),
  patch: endpointOf<Of, Row>(noun, "PATCH", mayConflict),
  remove: endpointOf<Of, Row>(noun, "DELETE"),
});

export const id = z.int().min(1);
export const moment = z.string().meta({ format: "date-time" });
export const date = z.string().meta({ format: "date" });
export const expectedVersion = rowVersion.optional().meta({
  description:
    "The row version to submit (optimistic locking): the updatedAt that you read, of any precision and time zone. 409 if the row has changed since.",
});

export const Deleted = z.object({ id, message: z.string() });

export const idempotencyKey = key.meta({
  description:
    "A unique key for this request: repeating it with the same key and body returns the first result and creates nothing. The same key with another body is refused with 409.",
});

type Fields = z.ZodObject<z.core.$ZodLooseShape>;

/** The schema of a body with the fields of a form. It ignores the response's other fields and rejects unknown ones. */
export function bodySchema<Form extends Fields>(form: Form, response: Fields) {
  return strict(form, response).transform((value) => only(form, value));
}

export const creationSchema = <Shape extends z.core.$ZodShape>(form: z.ZodObject<Shape>, response: Fields) =>
  bodySchema(form.extend({ formKey: idempotencyKey }), response);

/** The schema of a PATCH: every field is optional, at least one is required, and `updatedAt` is the expected version. */
export function changesSchema<Form extends Fields>(form: Form, response: Fields) {
  const fields = form.partial().extend({ updatedAt: expectedVersion });
  return strict(fields, response)
    .transform((value) => only(fields, value))
    .refine(
      (value) => Object.keys(value).some((name) => name !== "updatedAt"),
      "Send at least one field to change",
    );
}

const readOnly = z.unknown().optional().meta({ readOnly: true, description: "Ignored." });

function strict<Form extends Fields>(form: Form, response: Fields) {
  const others = Object.keys(response.shape).filter((name) => !Object.hasOwn(form.shape, name));
  return z.strictObject({ ...form.shape, ...Object.fromEntries(others.map((name) => [name, readOnly])) });
}

function only<Form extends Fields>(form: Form, value: object): z.output<Form> {
  const known = Object.entries(value).filter(([name]) => Object.hasOwn(form.shape, name));
  return Object.fromEntries(known) as z.output<Form>;
}

/** The schema of a JSON number. A string is rejected, although a form would accept it. */
export const jsonNumber = (missing: string) =>
  z.number({ error: ({ input }) => (input === undefined ? missing : "Send a number") });

export const searchedText = (description: string) => z.string().max(100).optional().meta({ description });

/** A JSON number as text, for a form's schema: it rejects more than two decimals instead of rounding. */
export const decimal = (missing: string) => jsonNumber(missing).transform((number) => String(number));

export const fromHundredths = (hundredths: number): number => hundredths / 100;

const wholeNumber = (maximum: number, description: string) =>
  z
    .string()
    .refine(
      (text) => /^[1-9]\d{0,15}$/.test(text) && Number(text) <= maximum,
      `A whole number from 1 to ${maximum}`,
    )
    .transform(Number)
    .optional()
    .meta({ type: "integer", minimum: 1, maximum, description });

export const rowNumber = (description: string) => wholeNumber(Number.MAX_SAFE_INTEGER, description);

export const pageSizeParameter = wholeNumber(
  100,
  `Rows on a page: ${defaultPageSize} by default, 100 at most`,
);

const paging = {
  page: wholeNumber(1_000_000_000, "The page, from 1"),
  pageSize: pageSizeParameter,
};

export const listQuery = <
  const Name extends string,
  Filters extends z.core.$ZodLooseShape = Record<never, never>,
>(
  names: readonly Name[],
  filters = {} as Filters,
) => {
  const sort = z
    .literal(names.flatMap((name) => [name, `-${name}`] as const))
    .optional()
    .meta({ description: "Descending with a minus" });
  return z.strictObject({ ...filters, sort, ...paging });
};

export const parseSort = <Name extends string>(sort?: Name | `-${Name}`) => ({
  sort: sort?.replace(/^-/, "") as Name | undefined,
  descending: sort?.startsWith("-") ?? false,
});

/** Sorts rows by the requested field: null is last in both directions, and equal rows keep their order. */
export function sortRows<Row>(rows: Row[], requested?: string): Row[] {
  if (!requested) return rows;
  const { sort, descending } = parseSort(requested);
  const direction = descending ? -1 : 1;
  return rows.toSorted((firstRow, secondRow) => {
    const [first, second] = [firstRow, secondRow].map((row) => (row as Record<string, unknown>)[sort ?? ""]);
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return direction * compareValues(first, second);
  });
}

const compareValues = (first: unknown, second: unknown): number =>
  typeof first === "number" && typeof second === "number"
    ? first - second
    : compareNames(String(first), String(second));

/** `limit` is another name for `pageSize`. */
export type Paging = { page?: number; pageSize?: number; limit?: number };

export const pageOf = ({ page, limit, pageSize = limit }: Paging) =>
  page || pageSize ? { page: page ?? 1, pageSize: pageSize ?? defaultPageSize } : undefined;
