import type { FormEvent } from "react";
import { formatPhoneWhileTyping } from "~/models/phone";
import type { FieldProps } from "./field";
import { TextField } from "./text-field";

/** A phone number, which takes its form while it is typed once scripts run; the server gives it in any case. */
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
  // Whoever corrects the middle, or takes something away, is not interrupted.
  if (inputType?.startsWith("delete") || input.selectionStart !== input.value.length) return;
  input.value = formatPhoneWhileTyping(input.value);
}
