import { useState } from "react";

/** Returns the first value, also after the page has reloaded its data. */
export function useOpened<Value>(value: Value): Value {
  const [opened] = useState(value);
  return opened;
}
