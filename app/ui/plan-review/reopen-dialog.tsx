import { failures } from "~/models/failures";
import { Dialog } from "../dialog";
import { DialogActions } from "../dialog-actions";
import { PostForm } from "../post-form";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";
import { BackCheckConflict } from "./back-check-form";
import type { CorrectionDialogProps } from "./correction-dialog-props";
import { CorrectionTitle, DialogDiscipline } from "./correction-lines";
import { useCardAddress } from "./use-card-address";

export function ReopenDialog({ dialog, formResult }: CorrectionDialogProps<"reopen-correction">) {
  const { page } = useCardAddress();
  const [form, fields] = usePostForm<{ remark: string }>("reopen", formResult, {
    defaultValue: { remark: dialog.remark },
  });
  const saved = formResult?.current as object | undefined;
  return (
    <Dialog title={<CorrectionTitle verb="Reopen" number={dialog.number} />} closeTo={page}>
      <PostForm form={form} failure={failures.saveBackCheck} version={dialog.version} className="stack">
        {saved && <BackCheckConflict saved={saved} typed={formResult?.submission.initialValue ?? {}} />}
        <input type="hidden" name="correctionId" value={dialog.correctionId} />
        <input type="hidden" name="cycle" value={dialog.cycle} />
        <input type="hidden" name="verdict" value="reopened" />
        <DialogDiscipline>{dialog.discipline}</DialogDiscipline>
        <p>It keeps its number.</p>
        <TextField
          field={fields.remark}
          label="Remark"
          hint="Why it is open again. It is printed in the letter."
          multiline
          rows={4}
          required
          autoFocus={!formResult}
        />
        <DialogActions closeTo={page}>Reopen</DialogActions>
      </PostForm>
    </Dialog>
  );
}
