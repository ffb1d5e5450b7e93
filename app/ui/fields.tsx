import { type ComponentProps, createContext, type FormEvent, type ReactNode, use } from "react";
import { firstDate, lastDate } from "~/models/calendar-date";
import type { Option } from "~/models/options";
import { formatPhoneWhileTyping } from "~/models/phone";
import {
  ariaOf,
  controlProps,
  errorId,
  type FormField,
  hintId,
  isRequired,
  listValue,
  textValue,
} from "./form-field";
import { useFormResult } from "./form-result";
import { CircleAlert } from "./icons";

/** The labels of a form's fields by their names, for the fields that state none. */
export const LabelsContext = createContext<Record<string, string>>({});

export type FieldProps = {
  field: FormField;
  label?: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  /** The field's class in its grid; "wide" fills the row. */
  className?: string;
};

export function Field({ children, ...frame }: FieldProps & { children: ReactNode }) {
  const { field, label, hint, required, className } = frame;
  return (
    <div className={fieldClass(className)}>
      <label htmlFor={field.id}>
        <FieldLabel field={field} required={required}>
          {label}
        </FieldLabel>
      </label>
      <FieldHint field={field}>{hint}</FieldHint>
      {children}
      <FieldErrors field={field} />
    </div>
  );
}

type ControlProps = FieldProps & { autoFocus?: boolean };

function useParts<Props extends ControlProps>({ field, label, hint, required, className, ...others }: Props) {
  const autoFocus = useAutoFocus(others.autoFocus);
  // React focuses at once, when a dialog is not open yet, and leaves no attribute.
  const focus = { autoFocus, "data-autofocus": autoFocus };
  const attributes = { ...others, ...focus, ...controlProps(field, { hint, required }) };
  return {
    frame: { field, label, hint, required, className },
    control: { ...attributes, defaultValue: textValue(field) },
  };
}

/** After a refusal the error summary has the focus, which a field that appears must not take. */
function useAutoFocus(isAsked?: boolean): boolean | undefined {
  const formResult = useFormResult();
  return (isAsked && !formResult) || undefined;
}

const fieldClass = (extra?: string) => (extra ? `field ${extra}` : "field");

type FieldLabelProps = { field: FormField; required?: boolean; children: ReactNode };

function FieldLabel({ field, required, children }: FieldLabelProps) {
  const labels = use(LabelsContext);
  return (
    <>
      {children ?? labels[field.name]}
      {isRequired(field, required) && <span className="required"> (required)</span>}
    </>
  );
}

function FieldHint({ field, children }: { field: FormField; children: ReactNode }) {
  if (!children) return null;
  return (
    <p className="hint" id={hintId(field)}>
      {children}
    </p>
  );
}

export function FieldErrors({ field }: { field: FormField }) {
  if (!field.errors?.length) return null;
  return (
    <p className="error" id={errorId(field)}>
      <CircleAlert />
      <span>{field.errors.join("\n")}</span>
    </p>
  );
}

type InputAttributes = Pick<
  ComponentProps<"input">,
  | "type"
  | "autoCapitalize"
  | "autoComplete"
  | "autoFocus"
  | "form"
  | "inputMode"
  | "max"
  | "min"
  | "placeholder"
  | "readOnly"
  | "spellCheck"
  | "step"
>;

export type TextFieldProps = FieldProps &
  InputAttributes & {
    rows?: number;
  };

export function TextField({ type = "text", rows, min, max, step, ...props }: TextFieldProps) {
  const { frame, control } = useParts(props);
  const range = { min: min ?? props.field.min, max: max ?? props.field.max, step: step ?? props.field.step };
  return (
    <Field {...frame}>
      {rows ? <textarea rows={rows} {...control} /> : <input type={type} {...range} {...control} />}
    </Field>
  );
}

type DateFieldProps = FieldProps & { autoFocus?: boolean; min?: string; max?: string };

export const DateField = ({ min = firstDate, max = lastDate, ...props }: DateFieldProps) => (
  <TextField {...props} min={min} max={max} type="date" />
);

type EmailFieldProps = FieldProps & Pick<TextFieldProps, "autoComplete" | "autoFocus" | "readOnly">;

/** An email address. Of type text, since a browser calls invalid what the server reads, such as a pasted name in front. */
export function EmailField(props: EmailFieldProps) {
  return <TextField {...props} inputMode="email" autoCapitalize="none" spellCheck={false} />;
}

export const PasswordField = ({ isNew, ...props }: Omit<TextFieldProps, "type"> & { isNew?: boolean }) => (
  <TextField {...props} type="password" autoComplete={isNew ? "new-password" : "current-password"} required />
);

export function PhoneField(props: FieldProps) {
  return (
    <div onInput={formatInPlace}>
      <TextField {...props} type="tel" />
    </div>
  );
}

function formatInPlace(event: FormEvent) {
  const input = event.target as HTMLInputElement;
  const { inputType } = event.nativeEvent as InputEvent;
  // No formatting while the user deletes, or edits before the end.
  if (inputType?.startsWith("delete") || input.selectionStart !== input.value.length) return;
  input.value = formatPhoneWhileTyping(input.value);
}

type SelectFieldProps = FieldProps &
  Pick<ComponentProps<"select">, "autoFocus"> & {
    options: readonly Option[];
    /** The label of a first, empty option. */
    placeholder?: string;
  };

export function SelectField({ options, placeholder, ...props }: SelectFieldProps) {
  const { frame, control } = useParts(props);
  return (
    <Field {...frame}>
      <select {...control}>
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

export function CheckField({ field, label, hint, required, className }: FieldProps) {
  return (
    <div className={fieldClass(className)}>
      <label className="check">
        <input
          type="checkbox"
          {...controlProps(field, { hint, required })}
          value="on"
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

type GroupProps = FieldProps & {
  options: readonly Option[];
  autoFocus?: boolean;
  /** The id of its form, if that is elsewhere on the page. */
  form?: string;
  /** Shows the options as parts of one control in a line, with the legend for screen readers only. */
  isSegmented?: boolean;
};

/** Inputs with the same name. The first has the field's id, so that the error summary links to it. */
function Choices(props: GroupProps & { type: "checkbox" | "radio" }) {
  const { field, label, hint, required, className, options, form, isSegmented, type } = props;
  const checked = listValue(field);
  const autoFocus = useAutoFocus(props.autoFocus);
  const aria = ariaOf(field, hint);
  const otherId = (value: string) => (type === "checkbox" ? `${field.id}-${value}` : undefined);
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
              type={type}
              id={index === 0 && field.id ? field.id : otherId(value)}
              name={field.name}
              // biome-ignore lint/a11y/noAutofocus: only a dialog asks for it, into which the focus moves
              autoFocus={autoFocus && index === 0}
              form={form}
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

export const CheckGroup = (props: GroupProps) => <Choices {...props} type="checkbox" />;

export const RadioGroup = (props: GroupProps) => <Choices {...props} type="radio" />;

type FileFieldProps = FieldProps &
  Pick<ComponentProps<"input">, "accept" | "autoFocus" | "multiple" | "onChange">;

export function FileField(props: FileFieldProps) {
  const { frame, control } = useParts(props);
  return (
    <Field {...frame}>
      <input type="file" {...control} />
    </Field>
  );
}
