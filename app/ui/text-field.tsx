import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field";
import { controlProps, textValue } from "./form-field";

type InputAttributes = Pick<
  ComponentProps<"input">,
  | "type"
  | "autoCapitalize"
  | "autoComplete"
  | "autoFocus"
  | "disabled"
  | "form"
  | "inputMode"
  | "max"
  | "min"
  | "placeholder"
  | "readOnly"
  | "spellCheck"
  | "step"
>;

export type TextFieldProps = FieldProps & InputAttributes & { multiline?: boolean; rows?: number };

export function TextField({
  field,
  label,
  hint,
  required,
  className,
  type = "text",
  multiline,
  rows = 4,
  min = field.min,
  max = field.max,
  step = field.step,
  ...rest
}: TextFieldProps) {
  // React focuses at once, when a dialog is not open yet, and leaves no attribute.
  const control = {
    ...rest,
    "data-autofocus": rest.autoFocus || undefined,
    ...controlProps(field, { hint, required }),
    defaultValue: textValue(field),
  };
  return (
    <Field field={field} label={label} hint={hint} required={required} className={className}>
      {multiline ? (
        <textarea rows={rows} {...control} />
      ) : (
        <input type={type} min={min} max={max} step={step} {...control} />
      )}
    </Field>
  );
}
