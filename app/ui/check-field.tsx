import { FieldErrors, FieldHint, FieldLabel, type FieldProps, fieldClass } from "./field";
import { controlProps, textValue } from "./form-field";

export function CheckField({
  field,
  label,
  hint,
  required,
  className,
  disabled,
}: FieldProps & { disabled?: boolean }) {
  return (
    <div className={fieldClass(className)}>
      <label className="check">
        <input
          type="checkbox"
          {...controlProps(field, { hint, required })}
          value="on"
          disabled={disabled}
          defaultChecked={["on", "true"].includes(textValue(field) ?? "")}
        />
        <span>
          <FieldLabel field={field} required={required}>
            {label}
          </FieldLabel>
        </span>
      </label>
      <FieldHint field={field}>{hint}</FieldHint>
      <FieldErrors field={field} />
    </div>
  );
}
