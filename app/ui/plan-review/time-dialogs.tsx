import type { FormResult } from "~/form.server";
import { formatDate } from "~/models/calendar-date";
import { failures } from "~/models/failures";
import { formatHours, hoursText } from "~/models/plan-review/time-entry";
import type { TimeEntry } from "~/models/plan-review/time-entry-list.server";
import type { TimePanelData } from "~/pages/plan-review/time-actions.server";
import { DeleteDialog } from "../confirm-dialog";
import { Dialog } from "../dialog";
import { DialogActions } from "../dialog-actions";
import { PostForm } from "../post-form";
import { usePostForm } from "../use-post-form";
import { type TimeFields, TimeFieldset, timeLabels } from "./time-fieldset";
import { useTimeAddress } from "./use-time-address";

type EntryDialogProps = { entry: TimeEntry; closeTo: string; formResult?: FormResult };

export function EditTimeDialog({
  time,
  entry,
  closeTo,
  formResult,
}: EntryDialogProps & { time: TimePanelData }) {
  const { addressOf } = useTimeAddress();
  const [form, fields] = usePostForm<TimeFields>("edit-time", formResult, {
    defaultValue: {
      discipline: entry.discipline,
      hoursWorked: hoursText(entry.quarterHours),
      workDate: entry.workDate,
      description: entry.description,
    },
  });
  return (
    <Dialog title="Edit time entry" closeTo={closeTo}>
      <PostForm
        form={form}
        labels={timeLabels}
        failure={failures.logTimeEntry}
        version={entry.updatedAt}
        action={addressOf({ dialog: "edit-time", entryId: String(entry.id) })}
        className="stack"
      >
        {time.reviewers && <p>{entry.employeeName}</p>}
        <TimeFieldset
          fields={fields}
          disciplines={[...time.disciplines, entry.discipline]}
          today={time.today}
        />
        <DialogActions closeTo={closeTo}>Save</DialogActions>
      </PostForm>
    </Dialog>
  );
}

export function DeleteTimeDialog({ entry, closeTo, formResult }: EntryDialogProps) {
  const { addressOf } = useTimeAddress();
  return (
    <DeleteDialog
      title="Delete time entry"
      failure={failures.logTimeEntry}
      action={addressOf({ dialog: "delete-time", entryId: String(entry.id) })}
      closeTo={closeTo}
      formResult={formResult}
    >
      <p>
        <strong>
          {formatHours(entry.quarterHours)} of {formatDate(entry.workDate)}
        </strong>{" "}
        ({entry.discipline}, {entry.employeeName}) will be deleted. This cannot be undone.
      </p>
    </DeleteDialog>
  );
}
