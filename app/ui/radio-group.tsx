import type { ReactNode } from "react";
import type { Option } from "~/models/options";
import { FieldErrors, FieldHint, FieldLabel, type FieldProps, fieldClass } from "./field";
import { ariaOf, textValue } from "./form-field";

type RadioGroupProps = FieldProps & {
  options: readonly Option[];
  /** Shows the options as parts of one control in a line, with the legend for screen readers only. */
  isSegmented?: boolean;
  /** The id of its form, if that is elsewhere on the page. */
  form?: string;
  children?: ReactNode;
};

/** A choice of one option. The first radio button has the field's id, so that the error summary links to it. */
export function RadioGroup({
  field,
  label,
  options,
  hint,
  required,
  className,
  isSegmented,
  form,
  children,
}: RadioGroupProps) {
  const aria = ariaOf(field, hint);
  return (
    <fieldset className={fieldClass(className)} aria-describedby={aria["aria-describedby"]}>
      <legend className={isSegmented ? "sr-only" : undefined}>
        <FieldLabel field={field} required={required}>
          {label}
        </FieldLabel>
      </legend>
      <FieldHint field={field}>{hint}</FieldHint>
      <div className={isSegmented ? "segments" : "checks"}>
        {options.map(({ value, label }, index) => (
          <label key={value} className="check">
            <input
              type="radio"
              id={index === 0 && field.id ? field.id : undefined}
              name={field.name}
              form={form}
              value={value}
              defaultChecked={textValue(field) === value}
              aria-invalid={aria["aria-invalid"]}
            />
            {label}
          </label>
        ))}
      </div>
      {children}
      <FieldErrors field={field} />
    </fieldset>
  );
}
