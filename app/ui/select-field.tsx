import type { ComponentProps } from "react";
import type { Option } from "~/models/options";
import { Field, type FieldProps } from "./field";
import { controlProps, textValue } from "./form-field";

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
      <select {...rest} {...controlProps(field, { hint, required })} defaultValue={textValue(field)}>
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
