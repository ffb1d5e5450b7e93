import { z } from "zod";
import { isCalendarDate, yearProblem } from "./calendar-date";
import { cleanLine, cleanLines, plainNumber } from "./clean-text";
import { readEmail, storedEmail } from "./email.server";
import { formatPhone, plainPhone } from "./phone";

// The messages for fields without their own: users never see zod's.
z.config({ customError: ({ input }) => (input === undefined ? "Required" : "Invalid input") });

export { z };

const tooLong = (maximum: number) => `Keep this to ${maximum.toLocaleString("en-US")} characters or fewer`;

/** Every text that is typed, here and below, is cleaned before it is checked. */
export const line = (message?: string) => z.string({ error: message }).overwrite(cleanLine);
const lines = (message?: string) => z.string({ error: message }).overwrite(cleanLines);

/** A required text of one line. An empty form field is parsed as undefined, so the message covers both. */
export const required = (message: string, maximum = 500) =>
  line(message).min(1, { error: message, abort: true }).max(maximum, tooLong(maximum));

export const requiredLines = (message: string, maximum: number) =>
  lines(message).min(1, { error: message, abort: true }).max(maximum, tooLong(maximum));

export const optional = (maximum = 500) => emptyAsNull(line(), maximum).nullish();

export const optionalLines = (maximum: number) => emptyAsNull(lines(), maximum).nullish();

export const requiredNumber = (message: string, maximum: number) =>
  required(message, maximum).overwrite(plainNumber);
export const optionalNumber = (maximum: number) =>
  emptyAsNull(line().overwrite(plainNumber), maximum).nullish();

const emptyAsNull = (text: z.ZodString, maximum: number) =>
  text.max(maximum, tooLong(maximum)).transform((text) => text || null);

const dateProblem = (date: string) => (isCalendarDate(date) ? yearProblem(date) : "Invalid input");

const isDate = (date: string) => dateProblem(date) === undefined;
const wrongDate = { error: ({ input }: { input?: unknown }) => dateProblem(String(input)) };

export const requiredDate = (message: string) => required(message).refine(isDate, wrongDate);
export const optionalDate = line()
  .refine((date) => date === "" || isDate(date), wrongDate)
  .transform((date) => date || null)
  .nullish();

/** An email address in the spelling that is stored; any other text stays as it is, for its message. */
const typedEmail = (message: string, isOptional = false) =>
  line(message)
    .overwrite((text) => readEmail(text).email ?? text)
    .refine((text) => (isOptional && text === "") || storedEmail(text) !== undefined, {
      error: ({ input }) => [message, readEmail(String(input)).problem].filter(Boolean).join(": "),
    });

export const requiredEmail = (message: string) => typedEmail(message);

export const optionalEmail = typedEmail("Please enter a valid email", true)
  .transform((text) => text || null)
  .nullish();

const typedPhone = line()
  .overwrite((text) => formatPhone(text) ?? plainPhone(text))
  .max(50, tooLong(50));

export const phone = typedPhone
  .refine((text) => text === "" || formatPhone(text) !== undefined, {
    error: "Enter a phone number of 10 digits, such as (707) 555-0123",
  })
  .transform((text) => text || null)
  .nullish();

export const anyPhone = typedPhone.transform((text) => text || null).nullish();

export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values, message: string) =>
  z.enum(values, { error: message });

/** Turns an emptied field of an edit form into null. A field that PATCH leaves out is not transformed. */
export const orNull = <Value>(value: Value) => value ?? null;

type Emptied<Field> =
  undefined extends z.output<Field> ? z.ZodType<Exclude<z.output<Field>, undefined>, z.input<Field>> : Field;

const mayBeMissing = (field: z.ZodType) => {
  const { success, data } = field.safeParse(undefined);
  return success && data === undefined;
};

/** Returns the fields with `orNull` for each that may be missing. */
export const emptiedAsNull = <Shape extends Record<string, z.ZodType>>({ shape }: z.ZodObject<Shape>) =>
  z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, field]) => [
        name,
        mayBeMissing(field) ? field.transform(orNull) : field,
      ]),
    ) as { [Name in keyof Shape]: Emptied<Shape[Name]> },
  );

const confirmDeletion = "Type delete to confirm";

export const deleteConfirmation = z
  .string({ error: confirmDeletion })
  .refine((word) => cleanLine(word) !== "", { error: confirmDeletion, abort: true })
  .refine((word) => word === "delete", "Type only the word delete, in lowercase letters, to confirm");

export const rowId = z.number().int().min(1);

/** A moment of any precision and time zone, as rows store it. With more digits it equals no row's. */
export const rowVersion = z.iso
  .datetime({ offset: true })
  .transform((text) => (/\.\d{3}\d*[1-9]/.test(text) ? text : new Date(text).toISOString()));

export const formKey = z.string().min(16).max(100).optional();
