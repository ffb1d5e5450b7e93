import type { FormResult } from "~/form.server";
import { failures } from "~/models/failures";
import type { LetterDialog } from "~/pages/letters/letter-page.server";
import { Dialog } from "../dialog";
import { DialogActions } from "../dialog-actions";
import { differingTexts, EditConflict } from "../edit-conflict";
import { PostForm } from "../post-form";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";

type CoverNoteDialogProps = {
  dialog: Extract<LetterDialog, { name: "cover-note" }>;
  closeTo: string;
  formResult?: FormResult;
};

const labels = { coverNote: "Cover note" };

const shownNote = (_field: string, value: unknown) => String(value || "none");

export function CoverNoteDialog({ dialog, closeTo, formResult }: CoverNoteDialogProps) {
  const [form, fields] = usePostForm<{ coverNote: string }>("note", formResult, {
    defaultValue: { coverNote: dialog.coverNote ?? undefined },
  });
  const current = formResult?.current as Record<string, unknown> | undefined;
  const typed = formResult?.submission.initialValue ?? {};
  return (
    <Dialog title="Cover note" closeTo={closeTo}>
      <PostForm
        form={form}
        failure={failures.saveCoverNote}
        version={dialog.version}
        hasToast={!current}
        className="stack"
      >
        {current && (
          <EditConflict
            differing={differingTexts(labels, current, typed, shownNote)}
            startAgainTo="?dialog=cover-note"
          />
        )}
        <input type="hidden" name="cycle" value={dialog.cycle} />
        <TextField
          field={fields.coverNote}
          label={labels.coverNote}
          hint="It is printed above the corrections, also in the draft, and the email has its beginning."
          multiline
          rows={6}
          required={false}
        />
        <DialogActions closeTo={closeTo}>Save cover note</DialogActions>
      </PostForm>
    </Dialog>
  );
}
