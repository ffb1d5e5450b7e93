import type { FormResult } from "~/platform/forms/form.server";

/** The data of a field. `usePostForm` sets them all; filters set only the id, name and initial value. */
export type FormField = {
  id: string;
  name: string;
  errors?: string[];
  initialValue?: unknown;
  required?: boolean;
  min?: string | number;
  max?: string | number;
  step?: string | number;
};

export const hintId = (field: FormField) => `${field.id}-description`;
export const errorId = (field: FormField) => `${field.id}-error`;

export const isRequired = (field: FormField, required?: boolean) => required ?? field.required ?? false;

/** Returns a control's attributes. It has `aria-required`, not `required`: the server validates, not the browser. */
export function controlProps(field: FormField, { hint, required }: { hint?: unknown; required?: boolean }) {
  return {
    id: field.id,
    name: field.name,
    "aria-required": isRequired(field, required) || undefined,
    ...ariaOf(field, hint),
  };
}

export function ariaOf(field: FormField, hint: unknown) {
  const isInvalid = Boolean(field.errors?.length);
  const describedBy = [hint && hintId(field), isInvalid && errorId(field)].filter(Boolean);
  return {
    "aria-invalid": isInvalid || undefined,
    "aria-describedby": describedBy.join(" ") || undefined,
  };
}

export function textValue({ initialValue }: FormField): string | undefined {
  return initialValue == null ? undefined : String(initialValue);
}

export function listValue({ initialValue }: FormField): string[] {
  if (Array.isArray(initialValue)) return initialValue.map(String);
  return initialValue == null || initialValue === "" ? [] : [String(initialValue)];
}

/** Returns the id of a field with a nested name such as `moves[0].employeeId`. */
export const idOfName = (name: string) => name.replace(/[^\w]+/g, "-");

export const fieldOf = (name: string, formResult?: FormResult, initialValue?: unknown): FormField => ({
  id: idOfName(name),
  name,
  errors: formResult?.submission.error?.[name] ?? undefined,
  initialValue,
});
