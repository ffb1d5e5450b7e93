import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field";
import { controlProps, textValue } from "./form-field";

export type Option = { value: string; label: string };

type SelectFieldProps = FieldProps &
  Pick<ComponentProps<"select">, "autoFocus" | "disabled"> & {
    options: readonly Option[];
    /** The label of a first, empty option. */
    placeholder?: string;
  };

export function SelectField({
  field,
  label,
  hint,
  required,
  className,
  options,
  placeholder,
  ...rest
}: SelectFieldProps) {
  return (
    <Field field={field} label={label} hint={hint} required={required} className={className}>
      <select
        key={field.key}
        {...rest}
        {...controlProps(field, { hint, required })}
        defaultValue={textValue(field)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}
