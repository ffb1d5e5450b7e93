import { formatDate } from "~/models/calendar-date";
import { failures } from "~/models/failures";
import { formatHours } from "~/models/hours/time-entry";
import { deleteTimeEntry } from "~/models/hours/time-entry.server";
import { NoFields, submit } from "~/platform/forms/form.server";
import { redirectWithUndo } from "~/platform/http/toast.server";
import { DeleteDialog } from "~/ui/form-dialog";
import { permitDialogOf, timeEntryOf } from "../parts/permit-dialog.server";
import type { Route } from "./+types/delete-time-entry";

export function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = permitDialogOf(sent);
  return timeEntryOf(viewer, id, sent.params.entryId);
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id: permitId, page } = permitDialogOf(sent);
  return submit(sent.request, NoFields, { failure: failures.logTimeEntry }, async () => {
    const entry = await timeEntryOf(viewer, permitId, sent.params.entryId);
    const { id } = await deleteTimeEntry(viewer, entry.id);
    return redirectWithUndo(`${page}#time`, "Time entry deleted", { viewer, kind: "time-entry", id });
  });
}

export default function DeleteTimeEntry({ loaderData: entry }: Route.ComponentProps) {
  return (
    <DeleteDialog title="Delete time entry" closeTo="#time" failure={failures.logTimeEntry}>
      <p>
        <strong>
          {formatHours(entry.quarterHours)} of {formatDate(entry.workDate)}
        </strong>{" "}
        ({entry.discipline}, {entry.employeeName}) will be deleted.
      </p>
    </DeleteDialog>
  );
}
