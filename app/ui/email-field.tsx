import type { FieldProps } from "./field";
import { TextField, type TextFieldProps } from "./text-field";

type EmailFieldProps = FieldProps &
  Pick<TextFieldProps, "autoComplete" | "autoFocus" | "disabled" | "readOnly">;

/** An email address. Of type text, since a browser calls invalid what the server reads, such as a pasted name in front. */
export function EmailField(props: EmailFieldProps) {
  return <TextField {...props} inputMode="email" autoCapitalize="none" spellCheck={false} />;
}
