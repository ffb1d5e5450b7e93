import { firstDate, lastDate } from "~/models/calendar-date";
import type { FieldProps } from "./field";
import { TextField } from "./text-field";

type DateFieldProps = FieldProps & { autoFocus?: boolean; disabled?: boolean; min?: string; max?: string };

/** A day from 2000 to 2099, or within its own limits. */
export const DateField = ({ min = firstDate, max = lastDate, ...props }: DateFieldProps) => (
  <TextField {...props} min={min} max={max} type="date" />
);
