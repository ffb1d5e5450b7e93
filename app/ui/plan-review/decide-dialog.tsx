import { failures } from "~/models/failures";
import { correctionKinds } from "~/models/plan-review/correction";
import { decisionLabel } from "~/models/plan-review/decision";
import { Dialog } from "../dialog";
import { DialogActions } from "../dialog-actions";
import { PostForm } from "../post-form";
import { RadioGroup } from "../radio-group";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";
import type { CorrectionDialogProps } from "./correction-dialog-props";
import { useCardAddress } from "./use-card-address";

type DecisionFields = { decision: string; decisionReason: string; hoursWorked: string };

const labels = { decision: "Decision", decisionReason: "Reason", hoursWorked: "Hours of this work" };

export function DecideDialog({ dialog, formResult }: CorrectionDialogProps<"decide">) {
  const { page } = useCardAddress();
  const { discipline, fitting, chosen, decisionReason, missing, version, open, hoursFor, approvalWording } =
    dialog;
  const [form, fields] = usePostForm<DecisionFields>("decide", formResult, {
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
        labels={labels}
        idempotencyKey={dialog.idempotencyKey}
        failure={failures.decide}
        version={version}
        versionName="seen"
        className="stack decide"
      >
        {discipline && <OpenItems open={open} />}
        {missing && <p className="note">{missing}.</p>}
        <RadioGroup
          field={fields.decision}
          legend="Decision"
          hint="Only what fits the open corrections can be chosen."
          options={options}
          required
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
        {(hoursFor || fields.hoursWorked.errors) && (
          <TextField
            field={fields.hoursWorked}
            min={0.25}
            max={24}
            step={0.25}
            label={labels.hoursWorked}
            hint={`Optional. Logged for ${hoursFor ?? "the plan reviewer"}, today, in ${discipline}.`}
            required={false}
            type="number"
            inputMode="decimal"
          />
        )}
        <DialogActions closeTo={page} disabled={missing !== null}>
          Decide and complete
        </DialogActions>
      </PostForm>
    </Dialog>
  );
}

function OpenItems({ open }: Pick<CorrectionDialogProps<"decide">["dialog"], "open">) {
  if (open.length === 0) return <p>Nothing is open.</p>;
  return (
    <section className="stack">
      <h3>Open ({open.length})</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: Safari scrolls a list with keys only while it has the focus */}
      <ul className="open-items" tabIndex={0}>
        {open.map(({ id, number, kind, text, isCut }) => (
          <li key={id}>
            <b className="correction-number">{number}</b>{" "}
            {kind !== "correction" && `${correctionKinds[kind].label}: `}
            {text}
            {isCut && "…"}
          </li>
        ))}
      </ul>
    </section>
  );
}
