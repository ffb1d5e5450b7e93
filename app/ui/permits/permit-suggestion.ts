import type { PermitFormData } from "~/pages/permits/permit-form.server";

type Suggesting = Pick<PermitFormData, "isNew" | "suggestion"> & { values: { status?: unknown } };

/**
 * Returns the number and the status that New Permit suggests, of the city and year that were chosen last. There are none
 * for an existing permit, whose form keeps its values when the page reloads its data.
 */
export function suggestionsOf(form: Suggesting, chosen: Suggesting = form) {
  if (!form.isNew) return { number: "", status: undefined };
  return { number: chosen.suggestion ?? form.suggestion ?? "", status: String(chosen.values.status) };
}
