import { firstDate, lastDate } from "~/models/calendar-date";
import type { FieldProps } from "./field";
import { TextField } from "./text-field";

/** A day from 2000 to 2099, or within the field's own limits. */
export function DateField({ field, ...props }: FieldProps & { autoFocus?: boolean; disabled?: boolean }) {
  const { min = firstDate, max = lastDate } = field;
  return <TextField {...props} field={{ ...field, min, max }} type="date" />;
}
