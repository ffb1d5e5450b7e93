import { z } from "zod";
import { isCalendarDate } from "./calendar-date";

// What a person reads when a field has no message of its own; zod's own wording never reaches anybody.
z.config({ customError: ({ input }) => (input === undefined ? "Required" : "Invalid input") });

export { z };

const tooLong = (most: number) => `Keep this to ${most.toLocaleString("en-US")} characters or fewer`;

/** A text that must be there. An empty form field arrives as undefined, so the message covers both. */
export const required = (message: string, most = 500) =>
  z.string({ error: message }).trim().min(1, message).max(most, tooLong(most));

/** A text that may be missing; an empty one is none. */
export const optional = (most = 500) =>
  z
    .string()
    .trim()
    .max(most, tooLong(most))
    .transform((text) => text || null)
    .nullish();

const realDate = (date: string) => isCalendarDate(date);

/** A date of the calendar that must be there. */
export const requiredDate = (message: string) => required(message).refine(realDate, "Invalid input");
export const optionalDate = z
  .string()
  .trim()
  .refine((date) => date === "" || isCalendarDate(date), "Invalid input")
  .transform((date) => date || null)
  .nullish();

const isEmail = (text: string) => z.email().max(254).safeParse(text).success;

/** An e-mail address that must be there. */
export const requiredEmail = (message: string) =>
  z.string({ error: message }).trim().refine(isEmail, message);

/** An e-mail address that may be missing; an empty one is none. */
export const emailOrNull = (message: string) =>
  z
    .string()
    .trim()
    .refine((text) => text === "" || isEmail(text), message)
    .transform((text) => text || null)
    .nullish();

export const optionalEmail = emailOrNull("Invalid input");

/** One of some values, with a message for any other. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values, message: string) =>
  z.enum(values, { error: message });

/** What an edit form empties is emptied; what a patch leaves out stays as it is. */
export const orNull = <Value>(value: Value) => value ?? null;

/** The word that is typed before something is deleted for good. */
export const deleteConfirmation = z
  .string({ error: "Type delete to confirm" })
  .refine((word) => word === "delete", "Type delete to confirm, in small letters and nothing else");

/** The one-time key of a form that creates something. */
export const formKey = z.string().min(16).max(100).optional();
