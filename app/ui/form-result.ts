import { createContext, use } from "react";
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

function isPartOf(address: URLSearchParams, sentTo: string): boolean {
  const [parameter = "", value] = sentTo.split("=");
  return value === undefined ? address.has(parameter) : address.get(parameter) === value;
}
