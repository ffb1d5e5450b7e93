import { formatDate } from "~/models/calendar-date";
import { failures } from "~/models/failures";
import { formatHours, hoursText } from "~/models/plan-review/time-entry";
import type { TimeEntry } from "~/models/plan-review/time-entry-list.server";
import type { TimePanelData } from "~/pages/plan-review/time-actions.server";
import { DeleteDialog, type DialogProps, FormDialog } from "../form-dialog";
import { usePageAddress } from "../page-address";
import { usePostForm } from "../use-post-form";
import { TimeFieldset, timeLabels } from "./time-fieldset";

type EntryDialogProps = DialogProps & { entry: TimeEntry };

export function EditTimeDialog({
  time,
  entry,
  closeTo,
  formResult,
}: EntryDialogProps & { time: TimePanelData }) {
  const { addressOf } = usePageAddress("permit");
  const [form, fields] = usePostForm<keyof typeof timeLabels>("edit-time", formResult, {
    values: {
      discipline: entry.discipline,
      hoursWorked: hoursText(entry.quarterHours),
      workDate: entry.workDate,
      description: entry.description,
    },
  });
  return (
    <FormDialog
      title="Edit time entry"
      closeTo={closeTo}
      form={form}
      labels={timeLabels}
      failure={failures.logTimeEntry}
      version={entry.updatedAt}
      action={addressOf({ dialog: "edit-time", entryId: entry.id })}
      submit="Save"
    >
      {time.reviewers && <p>{entry.employeeName}</p>}
      <TimeFieldset
        fields={fields}
        disciplines={[...time.disciplines, entry.discipline]}
        today={time.today}
      />
    </FormDialog>
  );
}

export function DeleteTimeDialog({ entry, ...dialog }: EntryDialogProps) {
  const { addressOf } = usePageAddress("permit");
  return (
    <DeleteDialog
      {...dialog}
      title="Delete time entry"
      failure={failures.logTimeEntry}
      action={addressOf({ dialog: "delete-time", entryId: entry.id })}
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
