import { pageSize as usual } from "./models/paging";
import type { Capability } from "./models/policy";
import { z } from "./models/schema.server";

export { z };

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What is known of a call: its route answers by it, and the description is made from it. */
export type Call = {
  method: Method;
  /** `/api/permits/{id}` */
  address: `/api/${string}`;
  noun: string;
  summary: string;
  /** More than a line, where there is more to say. */
  details?: string;
  /** Whose call it is: a capability's, anybody's who is signed in, or everybody's. */
  who: Capability | "signed in" | "everybody";
  /** What its address may ask; every GET has one, so that what nobody knows is refused. */
  query?: z.ZodObject;
  /** A body of JSON. */
  body?: z.ZodType;
  /** The fields of a body of parts, and which of them are files. */
  parts?: { fields: z.ZodObject; files: string };
  /** An answer in JSON; without it a file, or a redirect. */
  answer?: z.ZodType;
  status?: number;
  /** What a call without JSON answers with. */
  sends?: "file" | "redirect";
  /** The statuses of refusals that are its own; those common to all are not named. */
  refuses?: readonly number[];
  /** Whether it is there in demo mode alone. */
  isDemo?: boolean;
};

export const id = z.int().min(1);
export const moment = z.string().meta({ format: "date-time" });
export const date = z.string().meta({ format: "date" });
export const seen = z.iso
  .datetime()
  .optional()
  .meta({ description: "The updatedAt that was read. When the row was changed since, the answer is 409." });

/** What is deleted is answered with its id and a sentence. */
export const Deleted = z.object({ id, message: z.string() });

export const onceKey = {
  description: "A one-time key: a second post of the same answers like the first, and makes nothing.",
};

type Fields = z.ZodObject<z.core.$ZodLooseShape>;

/** A body that takes the fields of a form, refuses unknown ones and passes over what else a GET answers. */
export function bodyOf<Form extends Fields>(form: Form, answer: Fields) {
  return strict(form, answer).transform((value) => only(form, value));
}

/** The same with every field optional, one at least, and the `updatedAt` that was read. */
export function changesOf<Form extends Fields>(form: Form, answer: Fields) {
  const fields = form.partial().extend({ updatedAt: seen });
  return strict(fields, answer)
    .transform((value) => only(fields, value))
    .refine(
      (value) => Object.keys(value).some((name) => name !== "updatedAt"),
      "Send at least one field to change",
    );
}

const readOnly = z.unknown().optional().meta({ readOnly: true, description: "Passed over." });

function strict<Form extends Fields>(form: Form, answer: Fields) {
  const others = Object.keys(answer.shape).filter((name) => !Object.hasOwn(form.shape, name));
  return z.strictObject({ ...form.shape, ...Object.fromEntries(others.map((name) => [name, readOnly])) });
}

function only<Form extends Fields>(form: Form, value: object): z.output<Form> {
  const known = Object.entries(value).filter(([name]) => Object.hasOwn(form.shape, name));
  return Object.fromEntries(known) as z.output<Form>;
}

/** Money or hours: a text is refused, which forms would read as the number in it. */
export const figure = (missing: string) =>
  z.number({ error: ({ input }) => (input === undefined ? missing : "Send a number") });

/** A number of two decimals, read as if it were typed: nothing is rounded away unseen. */
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

/** For every list: with either of them a page is answered, with neither all there is. */
export const paging = {
  page: wholeNumber(1_000_000_000, "The page, from 1"),
  pageSize: wholeNumber(100, `How many to a page: ${usual} unless told, 100 at most`),
};

/** For every list: a field that its rows have, unless the names are its own. */
export const sortedBy = <const Name extends string>(...names: Name[]) => ({
  sort: z
    .literal(names.flatMap((name) => [name, `-${name}`] as const))
    .optional()
    .meta({ description: "Descending with a minus" }),
});

/** The name that is asked for, and which way. */
export const sortOf = <Name extends string>(sort?: Name | `-${Name}`) => ({
  sort: sort?.replace(/^-/, "") as Name | undefined,
  descending: sort?.startsWith("-") ?? false,
});

const inWords = new Intl.Collator("en", { numeric: true });

/** Rows by one of their fields. Those without it come last either way, and equal ones stay as they were. */
export function inOrder<Row>(rows: Row[], asked?: string): Row[] {
  const { sort, descending } = sortOf(asked);
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
    : inWords.compare(String(first), String(second));

/** What a GET takes that takes nothing: every other one says what it knows, and refuses the rest. */
export const noQuery = z.strictObject({});

/** The page that is asked for, or undefined when all is. */
export function pageOf({ page, pageSize }: { page?: number; pageSize?: number }) {
  return page || pageSize ? { page: page ?? 1, pageSize: pageSize ?? usual } : undefined;
}

type Paged<Row> = {
  one: (page: number, pageSize: number) => Promise<Row[]>;
  all: () => AsyncIterable<Row[]>;
};

/** The rows of a list, batch by batch: the page that is asked for as the only one, or all. */
export function batchesOf<Row>(asked: Parameters<typeof pageOf>[0], { one, all }: Paged<Row>) {
  const paging = pageOf(asked);
  return paging ? inOne(one(paging.page, paging.pageSize)) : all();
}

async function* inOne<Row>(rows: Promise<Row[]>) {
  yield await rows;
}
