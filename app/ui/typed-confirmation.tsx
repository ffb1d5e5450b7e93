import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { Dialog } from "./dialog";
import { TextField } from "./fields";
import { useFormResult } from "./form-result";
import { DialogActions, PostForm } from "./post-form";

const confirmationWord = "delete";

type TypedConfirmationProps = { closeTo: string; id?: string; errors?: string[]; takesFocus?: boolean };

export function TypedConfirmation(props: TypedConfirmationProps) {
  const { closeTo, id = "confirmation", errors, takesFocus = true } = props;
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
          field={{ id, name: "confirmation", errors }}
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

/** `returnTo` is the list under the dialog, for a hidden field; `leaveTo` closes the dialog, also after a refused form. */
function useReturnAddresses(closeTo: string) {
  const { pathname } = useLocation();
  const submitted = useFormResult()?.submission.initialValue?.returnTo as string | undefined;
  const returnTo = closeTo.startsWith("?") ? `${pathname}${closeTo}` : submitted;
  return { returnTo, leaveTo: submitted ?? closeTo };
}

type TypedDeletionProps = {
  title: string;
  failure: string;
  action?: string;
  closeTo?: string;
  children: ReactNode;
};

/** The dialog that deletes a row for good, over its own page or a list. */
export function TypedDeletionDialog(props: TypedDeletionProps) {
  const { title, failure, action, closeTo = "", children } = props;
  const { returnTo, leaveTo } = useReturnAddresses(closeTo);
  const formResult = useFormResult();
  return (
    <Dialog title={title} closeTo={leaveTo} tone="danger">
      <PostForm formResult={formResult} failure={failure} action={action} className="stack">
        {returnTo && <input type="hidden" name="returnTo" value={returnTo} />}
        {children}
        <TypedConfirmation
          closeTo={leaveTo}
          errors={formResult?.submission.error?.confirmation ?? undefined}
        />
      </PostForm>
    </Dialog>
  );
}
