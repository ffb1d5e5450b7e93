import { formatDate } from "~/models/calendar-date";
import { failures } from "~/models/failures";
import { formatHours, hoursText } from "~/models/plan-review/time-entry";
import type { TimeEntry } from "~/models/plan-review/time-entry-list.server";
import type { TimePanelData } from "~/routes/permits/parts/load-time-panel.server";
import { usePageAddress } from "../page-address";
import { DeleteDialog, FormDialog, usePostForm } from "../post-form";
import { TimeFieldset, timeLabels } from "~/routes/permits/parts/time-fieldset";

type EntryDialogProps = { entry: TimeEntry; closeTo: string };

export function EditTimeDialog({ time, entry, closeTo }: EntryDialogProps & { time: TimePanelData }) {
  const { addressOf } = usePageAddress("permit");
  const [form, fields] = usePostForm<keyof typeof timeLabels>("edit-time", {
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

export function DeleteTimeDialog({ entry, closeTo }: EntryDialogProps) {
  const { addressOf } = usePageAddress("permit");
  return (
    <DeleteDialog
      closeTo={closeTo}
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
