import type { PermitFormData } from "./load-permit-form.server";

type Suggesting = Pick<PermitFormData, "isNew" | "suggestion"> & { values: { status?: unknown } };

/** A refused form keeps the number that it was sent with, since it is still in its field. An existing permit has none. */
export function suggestionsOf(form: Suggesting, chosen?: Suggesting, sentNumber?: unknown) {
  if (!form.isNew) return { number: "", status: undefined };
  const number = chosen?.suggestion ?? sentNumber ?? form.suggestion ?? "";
  return { number: String(number), status: String((chosen ?? form).values.status) };
}
