import { useForm } from "@conform-to/react";
import type { FormResult } from "~/form.server";

type Options<Fields extends Record<string, unknown>> = Pick<
  Parameters<typeof useForm<Fields>>[0],
  "defaultValue" | "constraint"
>;

/**
 * Returns the `form` of a `PostForm`, and its fields. After a refusal, the fields have the typed values and the
 * server's messages. `wasSent` is true after a refused attempt.
 */
export function usePostForm<Fields extends Record<string, unknown>>(
  id: string,
  formResult?: FormResult,
  options: Options<Fields> = {},
) {
  const [{ allErrors, status }, fields] = useForm<Fields>({
    ...options,
    id,
    lastResult: formResult?.submission,
  });
  return [{ id, formResult, allErrors, wasSent: status !== undefined }, fields] as const;
}
