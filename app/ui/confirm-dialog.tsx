import type { ReactNode } from "react";
import type { FormResult } from "~/form.server";
import { Dialog } from "./dialog";
import { DialogActions } from "./dialog-actions";
import { PostForm, type PostFormProps } from "./post-form";

export type ConfirmDialogProps = Pick<
  PostFormProps,
  "action" | "failure" | "errors" | "preventScrollReset" | "version"
> & {
  title: string;
  closeTo: string;
  formResult?: FormResult;
  confirm: string;
  busyLabel: string;
  tone: "primary" | "danger";
  children: ReactNode;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, closeTo, formResult, confirm, busyLabel, tone, children, ...form } = props;
  return (
    <Dialog title={title} closeTo={closeTo} tone={tone === "danger" ? tone : undefined}>
      <PostForm formResult={formResult} className="stack" {...form}>
        {children}
        <DialogActions tone={tone} busyLabel={busyLabel} autoFocus closeTo={closeTo}>
          {confirm}
        </DialogActions>
      </PostForm>
    </Dialog>
  );
}

export function DeleteDialog(props: Omit<ConfirmDialogProps, "confirm" | "busyLabel" | "tone">) {
  return <ConfirmDialog confirm="Delete" busyLabel="Deleting..." tone="danger" {...props} />;
}
