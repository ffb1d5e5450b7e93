import type { FormEvent } from "react";
import { formatPhoneWhileTyping } from "~/models/phone";
import type { FieldProps } from "./field";
import { TextField } from "./text-field";

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
