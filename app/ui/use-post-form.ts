import { useState } from "react";
import type { FormResult } from "~/form.server";
import type { FormField } from "./form-field";

type Constraint = Pick<FormField, "required" | "min" | "max" | "step">;

type Options<Fields> = {
  defaultValue?: { [Name in keyof Fields]?: unknown };
  constraint?: { [Name in keyof Fields]?: Constraint };
};

/**
 * Returns the `form` of a `PostForm`, and its fields. After a refusal, the fields have the typed values and the
 * server's messages. `wasSent` is true after a refused attempt. No form validates in the browser, which is most of
 * what conform's own hook would load.
 */
export function usePostForm<Fields extends Record<string, unknown>>(
  id: string,
  formResult?: FormResult,
  { defaultValue = {}, constraint = {} }: Options<Fields> = {},
) {
  const submission = useLast(formResult?.submission);
  const values: Record<string, unknown> = submission?.initialValue ?? defaultValue;
  const constraints: Record<string, Constraint | undefined> = constraint;
  const allErrors = errorsOf(submission?.error);
  const fieldOf = (name: string): FormField => ({
    ...constraints[name],
    id: `${id}-${name}`,
    name,
    errors: allErrors[name],
    initialValue: sentValue(values[name]),
  });
  const fields = new Proxy({} as { [Name in keyof Fields]-?: FormField }, {
    get: (_, name) => (typeof name === "string" ? fieldOf(name) : undefined),
  });
  return [{ id, formResult, allErrors, wasSent: submission?.status !== undefined }, fields] as const;
}

/** Keeps the last result, which the router forgets when the page loads something else. */
function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

const errorsOf = (errors: Record<string, string[] | null> | null | undefined): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(errors ?? {}).filter((entry): entry is [string, string[]] => entry[1] !== null),
  );

/** Returns a value as a form sends it: a checked box sends `on`. */
const sentValue = (value: unknown) =>
  typeof value === "boolean" ? (value ? "on" : undefined) : (value ?? undefined);
