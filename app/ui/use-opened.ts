import { useState } from "react";

/** A value as its form was opened with: the page may be read anew under the form, and what was typed stays. */
export function useOpened<Value>(value: Value): Value {
  const [opened] = useState(value);
  return opened;
}
