import { z } from "zod";
import { isCalendarDate } from "./calendar-date";

// The messages for fields without their own: users never see zod's.
z.config({ customError: ({ input }) => (input === undefined ? "Required" : "Invalid input") });

export { z };

const tooLong = (maximum: number) => `Keep this to ${maximum.toLocaleString("en-US")} characters or fewer`;

/**
 * A required text. An empty form field is parsed as undefined, so the message covers both. A program can send half of a
 * character, which is replaced, here and below.
 */
export const required = (message: string, maximum = 500) =>
  z
    .string({ error: message })
    .overwrite((text) => text.toWellFormed())
    .trim()
    .min(1, message)
    .max(maximum, tooLong(maximum));

/** A required text of several lines. Browsers send a line break as two characters, which the limit counts as one. */
export const requiredLines = (message: string, maximum: number) =>
  z.string({ error: message }).transform(asLines).pipe(required(message, maximum));

/** An optional text of several lines; an empty one becomes null. */
export const optionalLines = (maximum: number) =>
  z.string().transform(asLines).pipe(emptyAsNull(maximum)).nullish();

const asLines = (typed: string) => typed.replaceAll("\r\n", "\n");

/** An optional text; an empty one becomes null. */
export const optional = (maximum = 500) => emptyAsNull(maximum).nullish();

const emptyAsNull = (maximum: number) =>
  z
    .string()
    .overwrite((text) => text.toWellFormed())
    .trim()
    .max(maximum, tooLong(maximum))
    .transform((text) => text || null);

const realDate = (date: string) => isCalendarDate(date);

/** A required calendar date. */
export const requiredDate = (message: string) => required(message).refine(realDate, "Invalid input");
export const optionalDate = z
  .string()
  .trim()
  .refine((date) => date === "" || isCalendarDate(date), "Invalid input")
  .transform((date) => date || null)
  .nullish();

const isEmail = (text: string) => z.email().max(254).safeParse(text).success;

/** A required email address. */
export const requiredEmail = (message: string) =>
  z.string({ error: message }).trim().refine(isEmail, message);

/** An optional email address; an empty one becomes null. */
export const emailOrNull = (message: string) =>
  z
    .string()
    .trim()
    .refine((text) => text === "" || isEmail(text), message)
    .transform((text) => text || null)
    .nullish();

export const optionalEmail = emailOrNull("Invalid input");

/** One of these values, with a message for any other. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values, message: string) =>
  z.enum(values, { error: message });

/** Turns an emptied field of an edit form into null. A field that PATCH leaves out is not transformed. */
export const orNull = <Value>(value: Value) => value ?? null;

/** The word that users type to confirm a permanent deletion. */
export const deleteConfirmation = z
  .string({ error: "Type delete to confirm" })
  .refine((word) => word === "delete", "Type only the word delete, in lowercase letters, to confirm");

/** The idempotency key of a form or request that creates something. */
export const formKey = z.string().min(16).max(100).optional();
