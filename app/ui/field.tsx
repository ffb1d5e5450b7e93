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
        <RequiredMark required={isRequired(field, required)} />
      </label>
      <Hint field={field} hint={hint} />
      {children}
      <FieldErrors field={field} />
    </div>
  );
}

export const fieldClass = (extra?: string) => (extra ? `field ${extra}` : "field");

export function RequiredMark({ required }: { required: boolean }) {
  return required ? <span className="required"> (required)</span> : null;
}

export function Hint({ field, hint }: Pick<FieldProps, "field" | "hint">) {
  if (!hint) return null;
  return (
    <p className="hint" id={hintId(field)}>
      {hint}
    </p>
  );
}

export function FieldErrors({ field }: { field: FormField }) {
  if (!field.errors) return null;
  return (
    <p className="error" id={errorId(field)}>
      <CircleAlert />
      <span>{field.errors.join(" ")}</span>
    </p>
  );
}
