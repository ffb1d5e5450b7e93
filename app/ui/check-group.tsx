import type { Option } from "~/models/options";
import { FieldErrors, FieldHint, FieldLabel, type FieldProps, fieldClass } from "./field";
import { ariaOf, listValue } from "./form-field";

type CheckGroupProps = FieldProps & { options: readonly Option[]; disabled?: boolean };

/** Several checkboxes with the same name. The first has the field's id, so that the error summary links to it. */
export function CheckGroup({ field, label, options, hint, required, className, disabled }: CheckGroupProps) {
  const checked = listValue(field);
  const aria = ariaOf(field, hint);
  return (
    <fieldset
      className={fieldClass(className)}
      disabled={disabled}
      aria-describedby={aria["aria-describedby"]}
    >
      <legend>
        <FieldLabel field={field} required={required}>
          {label}
        </FieldLabel>
      </legend>
      <FieldHint field={field}>{hint}</FieldHint>
      <div className="checks">
        {options.map(({ value, label }, index) => (
          <label key={value} className="check">
            <input
              type="checkbox"
              id={index === 0 ? field.id : `${field.id}-${value}`}
              name={field.name}
              value={value}
              defaultChecked={checked.includes(value)}
              aria-invalid={aria["aria-invalid"]}
            />
            {label}
          </label>
        ))}
      </div>
      <FieldErrors field={field} />
    </fieldset>
  );
}
