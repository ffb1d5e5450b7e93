import { failures } from "~/models/failures";
import { decisionLabel } from "~/models/plan-review/decision";
import { Dialog } from "../dialog";
import { DialogActions } from "../dialog-actions";
import { PostForm } from "../post-form";
import { RadioGroup } from "../radio-group";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";
import type { CorrectionDialogProps } from "./correction-dialog-props";
import { useCardAddress } from "./use-card-address";

/** The form that decides a discipline. It offers only the decisions that fit what is open. */
export function DecideDialog({ dialog, formResult }: CorrectionDialogProps<"decide">) {
  const { page } = useCardAddress();
  const { discipline, fitting, chosen, decisionReason, missing, version, approvalWording } = dialog;
  const [form, fields] = usePostForm<{ decision: string; decisionReason: string }>("decide", formResult, {
    defaultValue: { decision: chosen, decisionReason },
  });
  const options = fitting.map((decision) => ({
    value: decision,
    label: decisionLabel(decision, approvalWording),
  }));
  return (
    <Dialog title={`Decide ${discipline ?? "a discipline"}`} closeTo={page}>
      <PostForm
        form={form}
        labels={{ decision: "Decision", decisionReason: "Reason" }}
        failure={failures.decide}
        version={version}
        versionName="seen"
        className="stack decide"
      >
        {missing && <p className="note">{missing}.</p>}
        <RadioGroup
          field={fields.decision}
          legend="Decision"
          hint="Only what fits the open corrections can be chosen."
          options={options}
        />
        {fitting.includes("not_applicable") && (
          <TextField
            field={fields.decisionReason}
            label="Reason"
            hint="Required for Not Applicable"
            multiline
            rows={2}
          />
        )}
        <DialogActions closeTo={page} disabled={missing !== null}>
          Decide and complete
        </DialogActions>
      </PostForm>
    </Dialog>
  );
}
