import { failures } from "~/models/failures";
import type { LetterDialog, ShownWarning } from "~/pages/letters/letter-page.server";
import { EditConflict } from "../edit-conflict";
import { CheckField, TextField } from "../fields";
import { NoMailServer } from "../no-mail-server";
import { FormDialog, usePostForm } from "../post-form";
import { LetterWarning } from "./letter-warning";

type Props<Name> = { dialog: Extract<LetterDialog, { name: Name }>; closeTo: string };

const coverNoteLabel = "Cover note";

/** Keeps the cover note of the next letter, until its release. */
export function CoverNoteDialog({ dialog, closeTo }: Props<"cover-note">) {
  const [form, fields] = usePostForm<"coverNote">("note", {
    values: { coverNote: dialog.coverNote ?? undefined },
  });
  return (
    <FormDialog
      title="Cover note"
      closeTo={closeTo}
      form={form}
      failure={failures.saveCoverNote}
      version={dialog.version}
      hasToast={!form.formResult?.current}
      submit="Save cover note"
    >
      <EditConflict labels={{ coverNote: coverNoteLabel }} startAgainTo="?dialog=cover-note" />
      <input type="hidden" name="cycle" value={dialog.cycle} />
      <TextField
        field={fields.coverNote}
        label={coverNoteLabel}
        hint="It is printed above the corrections, also in the draft, and the email has its beginning."
        rows={6}
        required={false}
      />
    </FormDialog>
  );
}

/** Returns a decided discipline to its reviewer. */
export function ReturnDialog({ dialog: { discipline, reviewer }, closeTo }: Props<"return">) {
  const [form, fields] = usePostForm<"remark">("return");
  return (
    <FormDialog
      title={discipline ? `Return ${discipline} to reviewer` : "Return to reviewer"}
      closeTo={closeTo}
      form={form}
      failure={failures.returnReview}
      submit="Return to reviewer"
      busyLabel="Returning..."
    >
      {reviewer && <p>{reviewer} gets an email with your remark, and decides again.</p>}
      {reviewer && <NoMailServer />}
      <TextField
        field={fields.remark}
        label="Remark"
        hint="What must change. Only the firm reads it."
        rows={4}
        required
        autoFocus={!form.formResult}
      />
    </FormDialog>
  );
}

export function ReleaseDialog({ dialog, closeTo }: Props<"release">) {
  const { cycle, letter, recipients, warnings, obstacles, status, holdNote } = dialog;
  const [form, fields] = usePostForm<"coverNote" | "setsStatus">("release", {
    values: {
      coverNote: dialog.coverNote ?? undefined,
      setsStatus: status?.isChecked ? "on" : undefined,
    },
  });
  return (
    <FormDialog
      title={`Release ${letter}`}
      closeTo={closeTo}
      form={form}
      failure={failures.releaseLetter}
      version={dialog.version}
      versionName="seen"
      idempotencyKey={dialog.idempotencyKey}
      commandVerb="Release"
      submit="Release letter"
      busyLabel="Releasing..."
      button={{ disabled: obstacles.length > 0 }}
    >
      <input type="hidden" name="cycle" value={cycle} />
      <Warnings warnings={obstacles.map((what) => ({ what, items: [] }))} />
      <Recipients recipients={recipients} />
      <Warnings warnings={warnings} />
      <ReadWarnings warnings={warnings} />
      <TextField
        field={fields.coverNote}
        label={coverNoteLabel}
        hint="Optional. It is printed above the corrections, and the email has its beginning."
        rows={4}
      />
      {status && (
        <CheckField field={fields.setsStatus} label={`Set the permit's status to ${status.label}`} />
      )}
      {holdNote && <p>{holdNote}</p>}
      <p>A released letter cannot be changed. Its plan check can be opened again for a corrected letter.</p>
    </FormDialog>
  );
}

function Recipients({ recipients }: Pick<Props<"release">["dialog"], "recipients">) {
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
