import { useForm } from "@conform-to/react";
import type { FormResult } from "~/form.server";

type Options<Name extends string> = Parameters<typeof useForm<Record<Name, string>>>[0];

type FormValues<Name extends string> = Pick<Options<Name>, "constraint"> & {
  values?: Partial<Record<Name, unknown>>;
};

/** Returns the `form` of a `PostForm`, and its fields. `wasSent` is true after a refused attempt. */
export function usePostForm<Name extends string>(
  id: string,
  formResult?: FormResult,
  { values, constraint }: FormValues<Name> = {},
) {
  const [{ allErrors, status }, fields] = useForm<Record<Name, string>>({
    id,
    lastResult: formResult?.submission,
    defaultValue: values as Options<Name>["defaultValue"],
    constraint,
  });
  return [{ id, formResult, allErrors, wasSent: status !== undefined }, fields] as const;
}
