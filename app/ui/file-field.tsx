import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field";
import { controlProps, type FormField } from "./form-field";

type FileFieldProps = Omit<FieldProps, "field"> &
  Pick<FormField, "id" | "name" | "errors"> &
  Pick<ComponentProps<"input">, "accept" | "multiple" | "onChange">;

export function FileField({ id, name, label, hint, errors, required, className, ...rest }: FileFieldProps) {
  const field = { id, name, errors: errors?.length ? errors : undefined };
  return (
    <Field field={field} label={label} hint={hint} required={required} className={className}>
      <input type="file" {...rest} {...controlProps(field, { hint, required })} />
    </Field>
  );
}
