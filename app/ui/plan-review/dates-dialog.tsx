import { failures } from "~/models/failures";
import type { PlanCheckDetail } from "~/routes/permits/parts/load-plan-check.server";
import { EditConflict } from "../edit-conflict";
import { DateField } from "../fields";
import { FormDialog, usePostForm } from "../post-form";

const labels = { receivedOn: "Plans received on" };

type DatesDialogProps = { dates: NonNullable<PlanCheckDetail["dates"]>; closeTo: string };

export function DatesDialog({ dates, closeTo }: DatesDialogProps) {
  const [form, fields] = usePostForm<"receivedOn">("clock", {
    values: { receivedOn: dates.receivedOn },
  });
  return (
    <FormDialog
      title="Dates"
      closeTo={closeTo}
      form={form}
      failure={failures.saveDates}
      version={dates.version}
      hasToast={!form.formResult?.current}
      submit="Save"
    >
      <EditConflict labels={labels} startAgainTo="?dialog=clock" />
      <input type="hidden" name="cycle" value={dates.cycle} />
      <DateField field={fields.receivedOn} max={dates.today} label={labels.receivedOn} required />
    </FormDialog>
  );
}
