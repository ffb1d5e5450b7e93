import { createContext, type ReactNode, use } from "react";
import { errorId, type FormField, hintId, isRequired } from "./form-field";
import { CircleAlert } from "./icons";

/** The labels of a form's fields by their names, for the fields that state none. */
export const LabelsContext = createContext<Record<string, string>>({});

export type FieldProps = {
  field: FormField;
  label?: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  /** The field's class in its grid; "wide" fills the row. */
  className?: string;
};

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
        <FieldLabel field={field} required={required}>
          {label}
        </FieldLabel>
      </label>
      <FieldHint field={field}>{hint}</FieldHint>
      {children}
      <FieldErrors field={field} />
    </div>
  );
}

export const fieldClass = (extra?: string) => (extra ? `field ${extra}` : "field");

type FieldLabelProps = { field: FormField; required?: boolean; children: ReactNode };

export function FieldLabel({ field, required, children }: FieldLabelProps) {
  const labels = use(LabelsContext);
  return (
    <>
      {children ?? labels[field.name]}
      {isRequired(field, required) && <span className="required"> (required)</span>}
    </>
  );
}

export function FieldHint({ field, children }: { field: FormField; children: ReactNode }) {
  if (!children) return null;
  return (
    <p className="hint" id={hintId(field)}>
      {children}
    </p>
  );
}

export function FieldErrors({ field }: { field: FormField }) {
  if (!field.errors) return null;
  return (
    <p className="error" id={errorId(field)}>
      <CircleAlert />
      <span>{field.errors.join("\n")}</span>
    </p>
  );
}
