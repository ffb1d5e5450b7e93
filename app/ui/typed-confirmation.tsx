import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { FormResult } from "~/form.server";
import { DialogActions } from "./dialog";
import { TextField } from "./text-field";

const confirmationWord = "delete";

type TypedConfirmationProps = {
  id?: string;
  closeTo: string;
  /** What the server said of the word that was typed. */
  formResult?: FormResult;
  takesFocus?: boolean;
};

/** The end of a form that deletes for good: the word to type, and the button that waits for it. */
export function TypedConfirmation({
  id = "confirmation",
  closeTo,
  formResult,
  takesFocus = true,
}: TypedConfirmationProps) {
  const [typed, setTyped] = useState("");
  const [isRunning, setIsRunning] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    setIsRunning(true);
    // The word may have been typed before scripts ran.
    setTyped(field.current?.querySelector("input")?.value ?? "");
  }, []);
  return (
    <>
      <div ref={field} onInput={(event) => setTyped((event.target as HTMLInputElement).value)}>
        <TextField
          field={{
            id,
            name: "confirmation",
            errors: formResult?.submission.error?.confirmation ?? undefined,
          }}
          label={`Type ${confirmationWord} to confirm`}
          autoComplete="off"
          autoFocus={takesFocus}
        />
      </div>
      <DialogActions
        tone="danger"
        busyLabel="Deleting..."
        disabled={isRunning && typed !== confirmationWord}
        closeTo={closeTo}
      >
        Delete
      </DialogActions>
    </>
  );
}

/**
 * Where a dialog that is sent to the row's own page leads back to: the list it was opened over, also
 * once that page has answered in its place. `returnTo` is none over the row's own page.
 */
export function useReturn(closeTo: string, formResult?: FormResult) {
  const { pathname } = useLocation();
  const answered = formResult?.submission.initialValue?.returnTo as string | undefined;
  const returnTo = closeTo.startsWith("?") ? `${pathname}${closeTo}` : answered;
  return { returnTo, leaveTo: answered ?? closeTo };
}
