import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { FormResult } from "~/form.server";
import { DialogActions } from "./dialog-actions";
import { TextField } from "./text-field";

const confirmationWord = "delete";

type TypedConfirmationProps = {
  id?: string;
  closeTo: string;
  formResult?: FormResult;
  takesFocus?: boolean;
};

export function TypedConfirmation({
  id = "confirmation",
  closeTo,
  formResult,
  takesFocus = true,
}: TypedConfirmationProps) {
  const [typed, setTyped] = useState("");
  const [hasScripts, setHasScripts] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    setHasScripts(true);
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
          required
          autoFocus={takesFocus}
        />
      </div>
      <DialogActions
        tone="danger"
        busyLabel="Deleting..."
        disabled={hasScripts && typed !== confirmationWord}
        closeTo={closeTo}
      >
        Delete
      </DialogActions>
    </>
  );
}

/**
 * Returns two addresses for a dialog that posts to the row's own page. `returnTo` is the list that the dialog was
 * opened from, to send in a hidden field; it is undefined on the row's own page. `leaveTo` closes the dialog,
 * also after a refused form.
 */
export function useReturn(closeTo: string, formResult?: FormResult) {
  const { pathname } = useLocation();
  const submitted = formResult?.submission.initialValue?.returnTo as string | undefined;
  const returnTo = closeTo.startsWith("?") ? `${pathname}${closeTo}` : submitted;
  return { returnTo, leaveTo: submitted ?? closeTo };
}
