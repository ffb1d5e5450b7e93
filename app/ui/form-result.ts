import { createContext, use, useState } from "react";
import { useActionData, useSearchParams } from "react-router";
import type { FormResult } from "~/platform/forms/form.server";

/** A result that the gallery shows without sending a form. */
export const FormResultContext = createContext<FormResult | undefined>(undefined);

/**
 * Returns the result of the form that was sent to this address and refused; with `sentTo`, such as `time` or
 * `comment=7`, only if that is part of the address.
 */
export function useFormResult<Result extends FormResult = FormResult>(sentTo?: string): Result | undefined {
  const actionData: unknown = useActionData();
  const [address] = useSearchParams();
  const sent = sentTo === undefined || isPartOf(address, sentTo) ? actionData : undefined;
  return (use(FormResultContext) ?? sent) as Result | undefined;
}

/** Keeps the last value, which the router forgets when the page loads something else, and counts how many there were. */
export function useLast<Value>(value: Value | undefined) {
  const [last, setLast] = useState({ value, count: 0 });
  if (value === undefined || value === last.value) return last;
  const next = { value, count: last.count + 1 };
  setLast(next);
  return next;
}

function isPartOf(address: URLSearchParams, sentTo: string): boolean {
  const [parameter = "", value] = sentTo.split("=");
  return value === undefined ? address.has(parameter) : address.get(parameter) === value;
}
