import { firstDate, lastDate } from "~/models/calendar-date";
import type { FieldProps } from "./field";
import { TextField } from "./text-field";

type DateFieldProps = FieldProps & { autoFocus?: boolean; disabled?: boolean; min?: string; max?: string };

export const DateField = ({ min = firstDate, max = lastDate, ...props }: DateFieldProps) => (
  <TextField {...props} min={min} max={max} type="date" />
);
