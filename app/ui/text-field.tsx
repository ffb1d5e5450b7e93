import type { ComponentProps, FormEvent } from "react";
import { firstDate, lastDate } from "~/models/calendar-date";
import { formatPhoneWhileTyping } from "~/models/phone";
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

type DateFieldProps = FieldProps & { autoFocus?: boolean; disabled?: boolean; min?: string; max?: string };

export const DateField = ({ min = firstDate, max = lastDate, ...props }: DateFieldProps) => (
  <TextField {...props} min={min} max={max} type="date" />
);

type EmailFieldProps = FieldProps &
  Pick<TextFieldProps, "autoComplete" | "autoFocus" | "disabled" | "readOnly">;

/** An email address. Of type text, since a browser calls invalid what the server reads, such as a pasted name in front. */
export function EmailField(props: EmailFieldProps) {
  return <TextField {...props} inputMode="email" autoCapitalize="none" spellCheck={false} />;
}

export function PhoneField(props: FieldProps) {
  return (
    <div onInput={formatInPlace}>
      <TextField {...props} type="tel" />
    </div>
  );
}

function formatInPlace(event: FormEvent) {
  const input = event.target as HTMLInputElement;
  const { inputType } = event.nativeEvent as InputEvent;
  // No formatting while the user deletes, or edits before the end.
  if (inputType?.startsWith("delete") || input.selectionStart !== input.value.length) return;
  input.value = formatPhoneWhileTyping(input.value);
}
