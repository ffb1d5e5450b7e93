import type { FieldProps } from "./field";
import { FieldErrors, FieldHint, fieldClass, RequiredMark } from "./field";
import { controlProps, isRequired, textValue } from "./form-field";

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
          {label}
          {isRequired(field, required) && <RequiredMark />}
        </span>
      </label>
      <FieldHint field={field}>{hint}</FieldHint>
      <FieldErrors field={field} />
    </div>
  );
}
