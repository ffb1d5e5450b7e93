import { failures } from "~/models/failures";
import type { PermitLetters } from "~/routes/permits/parts/load-permit-letters.server";
import { DialogObstacleContext } from "../dialog";
import { CheckField, DateField, TextField } from "../fields";
import { FormDialog, usePostForm } from "../post-form";

type OpenDialog = NonNullable<PermitLetters["dialog"]>;
type Props<Name> = { dialog: Extract<OpenDialog, { name: Name }>; closeTo: string };

export function PermitLetterDialog({ dialog, closeTo }: Props<OpenDialog["name"]>) {
  return dialog.name === "hand-over" ? (
    <HandOverDialog dialog={dialog} closeTo={closeTo} />
  ) : (
    <ReopenPlanCheckDialog dialog={dialog} closeTo={closeTo} />
  );
}

function HandOverDialog({ dialog, closeTo }: Props<"hand-over">) {
  const { cycle, first, last, handedOverOn, mayClear, needsReason } = dialog;
  const [form, fields] = usePostForm<"handedOverOn" | "clears" | "reason">("hand-over", {
    values: { handedOverOn: handedOverOn ?? last },
  });
  return (
    <FormDialog
      title="Hand over to applicant"
      closeTo={closeTo}
      form={form}
      failure={failures.handOverLetter}
      submit={mayClear ? "Save" : "Hand over to applicant"}
    >
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
          rows={2}
          required
        />
      )}
    </FormDialog>
  );
}

function ReopenPlanCheckDialog({ dialog: { cycle, obstacle }, closeTo }: Props<"reopen">) {
  const [form, fields] = usePostForm<"reason">("reopen-plan-check");
  return (
    <DialogObstacleContext value={obstacle}>
      <FormDialog
        title={`Reopen ${cycle}`}
        closeTo={closeTo}
        form={form}
        failure={failures.reopenPlanCheck}
        submit={`Reopen ${cycle}`}
        busyLabel="Reopening..."
      >
        <input type="hidden" name="cycle" value={cycle} />
        <p>
          The letter stays readable for the city, with the note that a corrected one is being prepared.
          Decisions and back-checks stay. Only a corrected letter sends an email.
        </p>
        <TextField
          field={fields.reason}
          label="Reason"
          hint="Only the permit's history has it."
          rows={3}
          required
          autoFocus={!form.formResult}
        />
      </FormDialog>
    </DialogObstacleContext>
  );
}
