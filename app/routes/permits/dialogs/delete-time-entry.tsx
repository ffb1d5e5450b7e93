import { formatDate } from "~/models/calendar-date";
import { failures } from "~/models/failures";
import { formatHours } from "~/models/hours/time-entry";
import { deleteTimeEntry } from "~/models/hours/time-entry.server";
import { readTimeEntry } from "~/models/hours/time-entry-list.server";
import { notFound } from "~/models/refusal";
import { idOf } from "~/platform/api/api.server";
import { NoFields, submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { DeleteDialog } from "~/ui/form-dialog";
import { permitDialogOf, rowOfPermit } from "../parts/permit-dialog.server";
import type { Route } from "./+types/delete-time-entry";

const entryIdIn = ({ params }: Route.ActionArgs) => idOf(params.entryId, notFound("Time entry"));

export function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = permitDialogOf(sent);
  return rowOfPermit(readTimeEntry(viewer, entryIdIn(sent)), id, "Time entry");
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id, page } = permitDialogOf(sent);
  return submit(sent.request, NoFields, { failure: failures.logTimeEntry }, async () => {
    await rowOfPermit(readTimeEntry(viewer, entryIdIn(sent)), id, "Time entry");
    await deleteTimeEntry(viewer, entryIdIn(sent));
    return redirectWithSuccess(`${page}#time`, "Time entry deleted");
  });
}

export default function DeleteTimeEntry({ loaderData: entry }: Route.ComponentProps) {
  return (
    <DeleteDialog title="Delete time entry" closeTo="#time" failure={failures.logTimeEntry}>
      <p>
        <strong>
          {formatHours(entry.quarterHours)} of {formatDate(entry.workDate)}
        </strong>{" "}
        ({entry.discipline}, {entry.employeeName}) will be deleted. This cannot be undone.
      </p>
    </DeleteDialog>
  );
}
