import type { FieldProps } from "./field";
import { TextField } from "./text-field";

export function DateField(props: FieldProps & { autoFocus?: boolean; disabled?: boolean }) {
  return <TextField {...props} type="date" />;
}
