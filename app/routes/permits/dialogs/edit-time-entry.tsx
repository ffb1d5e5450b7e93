import { today } from "~/models/clock.server";
import { failures } from "~/models/failures";
import { hoursText } from "~/models/hours/time-entry";
import { TimeEntryEditSchema } from "~/models/hours/time-entry.schema.server";
import { editTimeEntry } from "~/models/hours/time-entry.server";
import { loggableDisciplines } from "~/models/hours/time-entry-list.server";
import { scopeOf } from "~/models/policy";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { FormDialog } from "~/ui/form-dialog";
import { TimeFieldset, timeLabels } from "~/ui/permits/time-fieldset";
import { usePostForm } from "~/ui/post-form";
import { permitDialogOf, timeEntryOf } from "../parts/permit-dialog.server";
import { listAssignmentsOnce, readPermitOnce } from "../parts/read-once.server";
import type { Route } from "./+types/edit-time-entry";

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = permitDialogOf(sent);
  const entry = await timeEntryOf(viewer, id, sent.params.entryId);
  const permit = await readPermitOnce(sent.request, viewer, id);
  const assignments = await listAssignmentsOnce(sent.request, viewer, permit);
  const loggable = loggableDisciplines(viewer, assignments).map(({ discipline }) => discipline);
  return {
    ...entry,
    disciplines: [...new Set([...loggable, entry.discipline])],
    showsReviewer: scopeOf(viewer, "time-entry.write") === "all",
    today: today(),
  };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id, page } = permitDialogOf(sent);
  const options = { failure: failures.logTimeEntry };
  return submit(sent.request, TimeEntryEditSchema, options, async ({ updatedAt, ...changes }) => {
    const entry = await timeEntryOf(viewer, id, sent.params.entryId);
    await editTimeEntry(viewer, entry.id, changes, updatedAt);
    return redirectWithSuccess(`${page}#time`, "Time entry updated");
  });
}

export default function EditTimeEntry({ loaderData: entry }: Route.ComponentProps) {
  const { discipline, quarterHours, workDate, description, updatedAt, disciplines, today } = entry;
  const [form, fields] = usePostForm<keyof typeof timeLabels>("edit-time", {
    values: { discipline, hoursWorked: hoursText(quarterHours), workDate, description },
  });
  return (
    <FormDialog
      title="Edit time entry"
      closeTo="#time"
      form={form}
      labels={timeLabels}
      failure={failures.logTimeEntry}
      version={updatedAt}
      submit="Save"
    >
      {entry.showsReviewer && <p>{entry.employeeName}</p>}
      <TimeFieldset fields={fields} disciplines={disciplines} today={today} takesFocus />
    </FormDialog>
  );
}
