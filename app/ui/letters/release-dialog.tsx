import type { FormResult } from "~/form.server";
import { failures } from "~/models/failures";
import type { LetterDialog, ShownWarning } from "~/pages/letters/letter-page.server";
import { CheckField } from "../check-field";
import { Dialog } from "../dialog";
import { DialogActions } from "../dialog-actions";
import { NoMailServer } from "../no-mail-server";
import { PostForm } from "../post-form";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";
import { LetterWarning } from "./letter-warning";

type ReleaseDialogProps = {
  dialog: Extract<LetterDialog, { name: "release" }>;
  closeTo: string;
  formResult?: FormResult;
};

export function ReleaseDialog({ dialog, closeTo, formResult }: ReleaseDialogProps) {
  const { cycle, letter, recipients, warnings, obstacles, status, holdNote } = dialog;
  const [form, fields] = usePostForm<{ coverNote: string; setsStatus: string }>("release", formResult, {
    defaultValue: {
      coverNote: dialog.coverNote ?? undefined,
      setsStatus: status?.isChecked ? "on" : undefined,
    },
  });
  return (
    <Dialog title={`Release ${letter}`} closeTo={closeTo}>
      <PostForm
        form={form}
        failure={failures.releaseLetter}
        version={dialog.version}
        versionName="seen"
        idempotencyKey={dialog.idempotencyKey}
        commandVerb="Release"
        className="stack"
      >
        <input type="hidden" name="cycle" value={cycle} />
        <Warnings warnings={obstacles.map((what) => ({ what, items: [] }))} />
        <Recipients recipients={recipients} />
        <Warnings warnings={warnings} />
        <ReadWarnings warnings={warnings} />
        <TextField
          field={fields.coverNote}
          label="Cover note"
          hint="Optional. It is printed above the corrections, and the email has its beginning."
          multiline
          rows={4}
        />
        {status && (
          <CheckField field={fields.setsStatus} label={`Set the permit's status to ${status.label}`} />
        )}
        {holdNote && <p>{holdNote}</p>}
        <p>A released letter cannot be changed. Its plan check can be opened again for a corrected letter.</p>
        <DialogActions busyLabel="Releasing..." closeTo={closeTo} disabled={obstacles.length > 0}>
          Release letter
        </DialogActions>
      </PostForm>
    </Dialog>
  );
}

type RecipientsProps = Pick<ReleaseDialogProps["dialog"], "recipients">;

function Recipients({ recipients }: RecipientsProps) {
  // The warnings say so.
  if (recipients.length === 0) return null;
  return (
    <div>
      <p>These users of the city get an email, and read the letter in their portal:</p>
      <ul className="list-disc pl-5">
        {recipients.map(({ name, email }) => (
          <li key={email}>
            {name} <span className="small">{email}</span>
          </li>
        ))}
      </ul>
      <NoMailServer />
    </div>
  );
}

function Warnings({ warnings }: { warnings: ShownWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className="note list-disc pl-8">
      {warnings.map((warning) => (
        <LetterWarning key={warning.what} warning={warning} />
      ))}
    </ul>
  );
}

/** What the dialog shows above counts as confirmed; what another cover note lacks does not. */
const ReadWarnings = ({ warnings }: { warnings: ShownWarning[] }) =>
  warnings
    .filter(({ items }) => items.length === 0)
    .map(({ what }) => <input key={what} type="hidden" name="confirmed" value={what} />);
