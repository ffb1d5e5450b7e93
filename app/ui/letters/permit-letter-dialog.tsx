import type { FormResult } from "~/form.server";
import { failures } from "~/models/failures";
import type { PermitLetters } from "~/pages/letters/permit-letters.server";
import { CheckField } from "../check-field";
import { DateField } from "../date-field";
import { Dialog, ObstacleContext } from "../dialog";
import { DialogActions } from "../dialog-actions";
import { PostForm } from "../post-form";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";

type OpenDialog = NonNullable<PermitLetters["dialog"]>;

type HandOverProps = {
  dialog: Extract<OpenDialog, { name: "hand-over" }>;
  closeTo: string;
  formResult?: FormResult;
};

function HandOverDialog({ dialog, closeTo, formResult }: HandOverProps) {
  const { cycle, first, last, handedOverOn, mayClear, needsReason } = dialog;
  const [form, fields] = usePostForm<{ handedOverOn: string; clears: string; reason: string }>(
    "hand-over",
    formResult,
    { defaultValue: { handedOverOn: handedOverOn ?? last } },
  );
  return (
    <Dialog title="Hand over to applicant" closeTo={closeTo}>
      <PostForm form={form} failure={failures.handOverLetter} className="stack">
        <input type="hidden" name="cycle" value={cycle} />
        <DateField
          field={fields.handedOverOn}
          min={first}
          max={last}
          label="I have handed it over on"
          required
        />
        {mayClear && <CheckField field={fields.clears} label="It was not handed over: take the day back" />}
        {needsReason && (
          <TextField
            field={fields.reason}
            label="Reason"
            hint="Required to change or take back the day. Only the firm reads it."
            multiline
            rows={2}
            required
          />
        )}
        <DialogActions closeTo={closeTo}>{mayClear ? "Save" : "Hand over to applicant"}</DialogActions>
      </PostForm>
    </Dialog>
  );
}

type ReopenProps = {
  dialog: Extract<OpenDialog, { name: "reopen" }>;
  closeTo: string;
  formResult?: FormResult;
};

export function PermitLetterDialog(props: { dialog: OpenDialog; closeTo: string; formResult?: FormResult }) {
  const { dialog, ...rest } = props;
  return dialog.name === "hand-over" ? (
    <HandOverDialog dialog={dialog} {...rest} />
  ) : (
    <ReopenPlanCheckDialog dialog={dialog} {...rest} />
  );
}

function ReopenPlanCheckDialog({ dialog: { cycle, obstacle }, closeTo, formResult }: ReopenProps) {
  const [form, fields] = usePostForm<{ reason: string }>("reopen-plan-check", formResult);
  return (
    <ObstacleContext value={obstacle}>
      <Dialog title={`Reopen ${cycle}`} closeTo={closeTo}>
        <PostForm form={form} failure={failures.reopenPlanCheck} className="stack">
          <input type="hidden" name="cycle" value={cycle} />
          <p>
            The letter stays readable for the city, with the note that a corrected one is being prepared.
            Decisions and back-checks stay. Only a corrected letter sends an email.
          </p>
          <TextField
            field={fields.reason}
            label="Reason"
            hint="Only the permit's history has it."
            multiline
            rows={3}
            required
            autoFocus={!formResult}
          />
          <DialogActions busyLabel="Reopening..." closeTo={closeTo}>
            Reopen {cycle}
          </DialogActions>
        </PostForm>
      </Dialog>
    </ObstacleContext>
  );
}
