import { pageSize as usualPageSize } from "./models/paging";
import type { Capability } from "./models/policy";
import { formKey as key, z } from "./models/schema.server";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One method of one address: its route works by it, and the OpenAPI document is made from it. */
export type Endpoint = {
  method: Method;
  /** `/api/permits/{id}` */
  address: `/api/${string}`;
  noun: string;
  summary: string;
  /** More than a line, where there is more to say. */
  details?: string;
  /** Who may use it: everybody with a capability, everybody who is signed in, or everybody. */
  who: Capability | "signed in" | "everybody";
  /** Query parameters. Every GET declares them, so unknown ones are rejected. */
  query?: z.ZodObject;
  /** A JSON body. */
  body?: z.ZodType;
  /** The fields of a multipart body, and the name under which it has files. */
  parts?: { fields: z.ZodObject; files: string };
  /** A JSON response; without it a file, or a redirect. */
  response?: z.ZodType;
  status?: number;
  /** What is sent instead of JSON. */
  sends?: "file" | "redirect";
  /** The statuses of its own refusals; those common to all endpoints are not listed. */
  refuses?: readonly number[];
  /** Whether it exists in demo mode alone. */
  isDemo?: boolean;
};

export type Endpoints = Record<string, Endpoint>;

export const id = z.int().min(1);
export const moment = z.string().meta({ format: "date-time" });
export const date = z.string().meta({ format: "date" });
export const expectedVersion = z.iso.datetime().optional().meta({
  description:
    "The row version to submit (optimistic locking): the updatedAt that you read. 409 if the row has changed since.",
});

/** The response to every DELETE, but for what a noun adds. */
export const Deleted = z.object({ id, message: z.string() });

export const idempotencyKey = key.meta({
  description:
    "A unique key for this request: repeating it with the same key returns the first result and creates nothing.",
});

type Fields = z.ZodObject<z.core.$ZodLooseShape>;

/** A body with the fields of a form. It ignores the other fields of the response, and rejects unknown ones. */
export function bodyOf<Form extends Fields>(form: Form, response: Fields) {
  return strict(form, response).transform((value) => only(form, value));
}

/** The body of a POST that creates a row: the same, with an idempotency key. */
export const newOf = <Shape extends z.core.$ZodShape>(form: z.ZodObject<Shape>, response: Fields) =>
  bodyOf(form.extend({ formKey: idempotencyKey }), response);

/** The body of a PATCH: the same with every field optional, at least one of them sent, and the version read. */
export function changesOf<Form extends Fields>(form: Form, response: Fields) {
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

/** An amount or hours: a string is rejected, though a form would read the number in it. */
export const figure = (missing: string) =>
  z.number({ error: ({ input }) => (input === undefined ? missing : "Send a number") });

/** A number with two decimals, read as if it were typed, so that more decimals are rejected and not rounded. */
export const decimal = (missing: string) => figure(missing).transform((number) => String(number));

export const fromHundredths = (hundredths: number): number => hundredths / 100;

const wholeNumber = (most: number, description: string) =>
  z
    .string()
    .refine(
      (text) => /^[1-9]\d{0,15}$/.test(text) && Number(text) <= most,
      `A whole number from 1 to ${most}`,
    )
    .transform(Number)
    .optional()
    .meta({ type: "integer", minimum: 1, maximum: most, description });

export const rowNumber = (description: string) => wholeNumber(Number.MAX_SAFE_INTEGER, description);

/** The query of a GET without parameters. */
export const noQuery = z.strictObject({});

const paging = {
  page: wholeNumber(1_000_000_000, "The page, from 1"),
  pageSize: wholeNumber(100, `Rows on a page: ${usualPageSize} by default, 100 at most`),
};

/** The query of a list: its filters, the fields it can be sorted by, and a page of it. */
export const listQuery = <
  const Name extends string,
  Filters extends z.core.$ZodLooseShape = Record<never, never>,
>(
  names: readonly Name[],
  filters: Filters,
) => {
  const sort = z
    .literal(names.flatMap((name) => [name, `-${name}`] as const))
    .optional()
    .meta({ description: "Descending with a minus" });
  return z.strictObject({ ...filters, sort, ...paging });
};

/** The field that a list is sorted by, and its direction. */
export const sortOf = <Name extends string>(sort?: Name | `-${Name}`) => ({
  sort: sort?.replace(/^-/, "") as Name | undefined,
  descending: sort?.startsWith("-") ?? false,
});

const naturalOrder = new Intl.Collator("en", { numeric: true });

/** Rows sorted by one of their fields: null comes last in both directions, and equal rows keep their order. */
export function inOrder<Row>(rows: Row[], requested?: string): Row[] {
  const { sort, descending } = sortOf(requested);
  if (!sort) return rows;
  const direction = descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [first, second] = [one, other].map((row) => (row as Record<string, unknown>)[sort]);
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return direction * difference(first, second);
  });
}

const difference = (first: unknown, second: unknown): number =>
  typeof first === "number" && typeof second === "number"
    ? first - second
    : naturalOrder.compare(String(first), String(second));

export type Paging = { page?: number; pageSize?: number };

/** The requested page, or undefined when the whole list is requested. */
export const pageOf = ({ page, pageSize }: Paging) =>
  page || pageSize ? { page: page ?? 1, pageSize: pageSize ?? usualPageSize } : undefined;
