import type { ReactNode } from "react";
import { errorId, type FormField, hintId, isRequired } from "./form-field";
import { CircleAlert } from "./icons";

export type FieldProps = {
  field: FormField;
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  /** The field's class in its grid; "wide" fills the row. */
  className?: string;
};

/** A field: the label, the hint, the control and its errors, from top to bottom. */
export function Field({
  field,
  label,
  hint,
  required,
  className,
  children,
}: FieldProps & { children: ReactNode }) {
  return (
    <div className={fieldClass(className)}>
      <label htmlFor={field.id}>
        {label}
        {requiredMark(isRequired(field, required))}
      </label>
      {fieldHint(field, hint)}
      {children}
      {fieldErrors(field)}
    </div>
  );
}

export const fieldClass = (extra?: string) => (extra ? `field ${extra}` : "field");

// The parts of a field are functions: most are empty, and a component for each takes longer than the rest of the field.

export const requiredMark = (required: boolean) =>
  required ? <span className="required"> (required)</span> : null;

export function fieldHint(field: FormField, hint: ReactNode) {
  if (!hint) return null;
  return (
    <p className="hint" id={hintId(field)}>
      {hint}
    </p>
  );
}

export function fieldErrors(field: FormField) {
  if (!field.errors) return null;
  return (
    <p className="error" id={errorId(field)}>
      <CircleAlert />
      <span>{field.errors.join("\n")}</span>
    </p>
  );
}
