import type { ReactNode } from "react";
import type { FormProps } from "react-router";
import type { FormAnswer } from "~/form.server";
import { Dialog, DialogActions } from "./dialog";
import { FailureToast } from "./failure-toast";
import { PostForm } from "./post-form";

type ConfirmDialogProps = Pick<FormProps, "action" | "preventScrollReset"> & {
  title: string;
  closeTo: string;
  answer?: FormAnswer;
  /** What the button says that does it, and while it is done. */
  confirm: string;
  busyLabel: string;
  isBusy: boolean;
  tone: "primary" | "danger";
  children: ReactNode;
};

/** Asks before something is done for which nothing is typed. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, closeTo, answer, confirm, busyLabel, isBusy, tone, children, ...form } = props;
  return (
    <Dialog title={title} closeTo={closeTo} tone={tone === "danger" ? tone : undefined}>
      <PostForm className="stack" {...form}>
        <FailureToast answer={answer} />
        {children}
        <DialogActions tone={tone} busy={isBusy} busyLabel={busyLabel} autoFocus closeTo={closeTo}>
          {confirm}
        </DialogActions>
      </PostForm>
    </Dialog>
  );
}
