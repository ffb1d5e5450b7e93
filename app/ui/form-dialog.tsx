import type { ComponentProps, ReactNode } from "react";
import { Dialog } from "./dialog";
import { errorsIn } from "./error-summary";
import { useFormResult } from "./form-result";
import { DialogActions, PostForm, type PostFormProps } from "./post-form";

type FormDialogProps = Omit<PostFormProps, "title" | "formResult"> & {
  title: ReactNode;
  documentTitle?: string;
  closeTo?: string;
  /** The label of the button, and its label while the form is being sent. */
  submit: ReactNode;
  busyLabel?: string;
  tone?: "danger";
  button?: Partial<ComponentProps<typeof DialogActions>>;
};

/** A dialog with a form. */
export function FormDialog(props: FormDialogProps) {
  const { title, documentTitle, closeTo, submit, busyLabel, tone, button, children, ...form } = props;
  const formResult = useFormResult();
  return (
    <Dialog title={title} documentTitle={documentTitle} closeTo={closeTo} tone={tone}>
      <PostForm className="stack" formResult={formResult} {...form}>
        {children}
        <DialogActions tone={tone} busyLabel={busyLabel} closeTo={closeTo} {...button}>
          {submit}
        </DialogActions>
      </PostForm>
    </Dialog>
  );
}

export type ConfirmDialogProps = Omit<FormDialogProps, "button">;

/** A dialog that confirms an action without fields. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const errors = errorsIn(useFormResult());
  return (
    <FormDialog
      errors={errors.map(({ message }) => ({ id: "", message }))}
      {...props}
      button={{ autoFocus: true }}
    />
  );
}

export const DeleteDialog = (props: Omit<ConfirmDialogProps, "submit">) => (
  <ConfirmDialog submit="Delete" busyLabel="Deleting..." tone="danger" {...props} />
);
