import type { ChangeEventHandler, ReactNode } from "react";
import { Field } from "./field";
import { controlProps } from "./form-field";

type FileFieldProps = {
  id: string;
  name: string;
  label: ReactNode;
  accept?: string;
  hint?: ReactNode;
  multiple?: boolean;
  required?: boolean;
  disabled?: boolean;
  errors?: string[];
  className?: string;
  onChange?: ChangeEventHandler<HTMLInputElement>;
};

export function FileField({ id, name, label, hint, errors, required, className, ...rest }: FileFieldProps) {
  const field = { id, name, errors: errors?.length ? errors : undefined };
  return (
    <Field field={field} label={label} hint={hint} required={required} className={className}>
      <input type="file" {...rest} {...controlProps(field, { hint, required })} />
    </Field>
  );
}
