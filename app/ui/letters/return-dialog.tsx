import type { FormResult } from "~/form.server";
import { failures } from "~/models/failures";
import type { LetterDialog } from "~/pages/letters/letter-page.server";
import { Dialog } from "../dialog";
import { DialogActions } from "../dialog-actions";
import { NoMailServer } from "../no-mail-server";
import { PostForm } from "../post-form";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";

type ReturnDialogProps = {
  dialog: Extract<LetterDialog, { name: "return" }>;
  closeTo: string;
  formResult?: FormResult;
};

export function ReturnDialog({ dialog, closeTo, formResult }: ReturnDialogProps) {
  const { discipline, reviewer } = dialog;
  const [form, fields] = usePostForm<{ remark: string }>("return", formResult);
  return (
    <Dialog title={discipline ? `Return ${discipline} to reviewer` : "Return to reviewer"} closeTo={closeTo}>
      <PostForm form={form} failure={failures.returnReview} className="stack">
        {reviewer && <p>{reviewer} gets an email with your remark, and decides again.</p>}
        {reviewer && <NoMailServer />}
        <TextField
          field={fields.remark}
          label="Remark"
          hint="What must change. Only the firm reads it."
          multiline
          rows={4}
          required
          autoFocus={!formResult}
        />
        <DialogActions busyLabel="Returning..." closeTo={closeTo}>
          Return to reviewer
        </DialogActions>
      </PostForm>
    </Dialog>
  );
}
