import type { FormResult } from "~/form.server";
import { formatDate, isCalendarDate } from "~/models/calendar-date";
import { failures } from "~/models/failures";
import type { PlanCheckDetail } from "~/pages/plan-review/plan-check-detail.server";
import { DateField } from "../date-field";
import { Dialog } from "../dialog";
import { DialogActions } from "../dialog-actions";
import { differingTexts, EditConflict } from "../edit-conflict";
import { PostForm } from "../post-form";
import { usePostForm } from "../use-post-form";

const dateLabels = { receivedOn: "Plans received on" };

const shownDate = (_field: string, value: unknown) =>
  typeof value === "string" && isCalendarDate(value) ? formatDate(value) : String(value || "none");

type DatesDialogProps = {
  dates: NonNullable<PlanCheckDetail["dates"]>;
  closeTo: string;
  formResult?: FormResult;
};

export function DatesDialog({ dates, closeTo, formResult }: DatesDialogProps) {
  const [form, fields] = usePostForm<{ receivedOn: string }>("clock", formResult, {
    defaultValue: { receivedOn: dates.receivedOn },
  });
  const current = formResult?.current as Record<string, unknown> | undefined;
  const typed = formResult?.submission.initialValue ?? {};
  return (
    <Dialog title="Dates" closeTo={closeTo}>
      <PostForm
        form={form}
        failure={failures.saveDates}
        version={dates.version}
        hasToast={!current}
        className="stack"
      >
        {current && (
          <EditConflict
            differing={differingTexts(dateLabels, current, typed, shownDate)}
            startAgainTo="?dialog=clock"
          />
        )}
        <input type="hidden" name="cycle" value={dates.cycle} />
        <DateField field={fields.receivedOn} max={dates.today} label={dateLabels.receivedOn} required />
        <DialogActions closeTo={closeTo}>Save</DialogActions>
      </PostForm>
    </Dialog>
  );
}
