import { useState } from "react";
import type { FormResult } from "~/form.server";
import type { FormField } from "./form-field";
import { useFormResult } from "./form-result";

type FormOptions<Name extends string> = {
  /** The part of the address that only this form is sent to, on a page with several. */
  sentTo?: string;
  values?: Partial<Record<Name, unknown>>;
  constraint?: Partial<Record<Name, Pick<FormField, "required" | "min" | "max" | "step">>>;
};

/**
 * Returns the `form` of a `PostForm`, and its fields. `wasSent` is true after a refused attempt. No form is checked in
 * the browser, which is most of what conform's own hook would load.
 */
export function usePostForm<Name extends string, Result extends FormResult = FormResult>(
  id: string,
  { sentTo, values, constraint }: FormOptions<Name> = {},
) {
  const formResult = useFormResult<Result>(sentTo);
  const submission = useLast(formResult?.submission);
  const typed: Record<string, unknown> = submission?.initialValue ?? values ?? {};
  const allErrors = errorsOf(submission?.error);
  const fieldOf = (name: Name): FormField => ({
    ...constraint?.[name],
    id: `${id}-${name}`,
    name,
    errors: allErrors[name],
    initialValue: sentValue(typed[name]),
  });
  const fields = new Proxy({} as Record<Name, FormField>, {
    get: (_, name) => (typeof name === "string" ? fieldOf(name as Name) : undefined),
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
