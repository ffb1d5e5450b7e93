import type { FieldProps } from "./field";
import { fieldClass, fieldErrors, fieldHint, requiredMark } from "./field";
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
          {requiredMark(isRequired(field, required))}
        </span>
      </label>
      {fieldHint(field, hint)}
      {fieldErrors(field)}
    </div>
  );
}
