import type { Option } from "~/models/options";
import { FieldErrors, FieldHint, FieldLabel, type FieldProps, fieldClass } from "./field";
import { ariaOf, listValue, textValue } from "./form-field";

type GroupProps = FieldProps & {
  options: readonly Option[];
  disabled?: boolean;
  /** The id of its form, if that is elsewhere on the page. */
  form?: string;
  /** Shows the options as parts of one control in a line, with the legend for screen readers only. */
  isSegmented?: boolean;
};

type ChoicesProps = GroupProps & { type: "checkbox" | "radio"; isChecked: (value: string) => boolean };

/** Inputs with the same name. The first has the field's id, so that the error summary links to it. */
function Choices(props: ChoicesProps) {
  const { field, label, hint, required, className, options, disabled, form, isSegmented, type, isChecked } =
    props;
  const aria = ariaOf(field, hint);
  const otherId = (value: string) => (type === "checkbox" ? `${field.id}-${value}` : undefined);
  return (
    <fieldset
      className={fieldClass(className)}
      disabled={disabled}
      aria-describedby={aria["aria-describedby"]}
    >
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
              type={type}
              id={index === 0 && field.id ? field.id : otherId(value)}
              name={field.name}
              form={form}
              value={value}
              defaultChecked={isChecked(value)}
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

export function CheckGroup(props: GroupProps) {
  const checked = listValue(props.field);
  return <Choices {...props} type="checkbox" isChecked={(value) => checked.includes(value)} />;
}

/** A choice of one option. */
export const RadioGroup = (props: GroupProps) => (
  <Choices {...props} type="radio" isChecked={(value) => textValue(props.field) === value} />
);
