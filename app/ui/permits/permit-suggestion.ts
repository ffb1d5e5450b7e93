import type { PermitFormData } from "~/pages/permits/permit-form.server";

type Suggesting = Pick<PermitFormData, "isNew" | "suggestion"> & { values: { status?: unknown } };

/**
 * Returns the number and the status that New Permit suggests, of the city and year that were chosen last. There are none
 * for an existing permit, whose form keeps its values when the page reloads its data. A refused form keeps the number that it
 * was sent with, since it is still in its field.
 */
export function suggestionsOf(form: Suggesting, chosen?: Suggesting, sentNumber?: unknown) {
  if (!form.isNew) return { number: "", status: undefined };
  const number = chosen?.suggestion ?? sentNumber ?? form.suggestion ?? "";
  return { number: String(number), status: String((chosen ?? form).values.status) };
}
