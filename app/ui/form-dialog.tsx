import type { ComponentProps, ReactNode } from "react";
import { Dialog } from "./dialog";
import { errorsIn } from "./error-summary";
import { useFormResult } from "./form-result";
import { DialogActions, PostForm, type PostFormProps } from "./post-form";

type FormDialogProps = Omit<PostFormProps, "title" | "formResult"> &
  Omit<ComponentProps<typeof Dialog>, "children"> & {
    submit: ReactNode;
    busyLabel?: string;
    button?: Partial<ComponentProps<typeof DialogActions>>;
  };

export function FormDialog(props: FormDialogProps) {
  const { title, documentTitle, closeTo, obstacle, tone, ...rest } = props;
  const { submit, busyLabel, button, children, ...form } = rest;
  const formResult = useFormResult();
  return (
    <Dialog {...{ title, documentTitle, closeTo, obstacle, tone }}>
      <PostForm className="stack" formResult={formResult} {...form}>
        {children}
        <DialogActions tone={tone} busyLabel={busyLabel} {...button}>
          {submit}
        </DialogActions>
      </PostForm>
    </Dialog>
  );
}

export type ConfirmDialogProps = Omit<FormDialogProps, "button">;

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
