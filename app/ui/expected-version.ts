import type { FormResult } from "~/form.server";

/**
 * The row version to submit (optimistic locking). A refused form keeps the version that it was opened with,
 * even if the page has loaded a newer one; after an edit conflict, it is the saved version that was shown.
 */
export function expectedVersion(
  formResult: FormResult | undefined,
  saved?: string,
  opened?: string,
  field = "seen",
) {
  const submitted = formResult?.submission.initialValue?.[field] as string | undefined;
  return saved ?? submitted ?? opened;
}
