import { type ReactNode, useEffect, useRef, useState } from "react";
import { Dialog } from "./dialog";
import { errorsIn } from "./error-summary";
import { TextField } from "./fields";
import { useFormResult } from "./form-result";
import { DialogActions, PostForm } from "./post-form";

const confirmationWord = "delete";

type TypedConfirmationProps = { id?: string; errors?: string[]; takesFocus?: boolean };

export function TypedConfirmation(props: TypedConfirmationProps) {
  const { id = "confirmation", errors, takesFocus = true } = props;
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
      >
        Delete
      </DialogActions>
    </>
  );
}

type TypedDeletionProps = { title: string; documentTitle?: string; failure: string; children: ReactNode };

export function TypedDeletionDialog({ title, documentTitle, failure, children }: TypedDeletionProps) {
  const formResult = useFormResult();
  const errors = errorsIn(formResult).map((error) =>
    error.id === "confirmation" ? error : { ...error, id: "" },
  );
  return (
    <Dialog title={title} documentTitle={documentTitle} tone="danger">
      <PostForm formResult={formResult} errors={errors} failure={failure} className="stack">
        {children}
        <TypedConfirmation errors={formResult?.submission.error?.confirmation ?? undefined} />
      </PostForm>
    </Dialog>
  );
}
