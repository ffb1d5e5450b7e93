import { failures } from "~/models/failures";
import { decisionLabel } from "~/models/plan-review/decision";
import { RadioGroup, TextField } from "../fields";
import { usePageAddress } from "../page-address";
import { FormDialog, usePostForm } from "../post-form";
import type { CorrectionDialogProps } from "./correction-dialog";
import { kindLabel } from "./correction-lines";

const labels = { decision: "Decision", decisionReason: "Reason", hoursWorked: "Hours of this work" };

/** Offers only the decisions that fit what is open in a discipline. */
export function DecideDialog({ dialog }: CorrectionDialogProps<"decide">) {
  const { addressOf } = usePageAddress("corrections");
  const { discipline, fitting, chosen, decisionReason, missing, version, open, hoursFor, approvalWording } =
    dialog;
  const [form, fields] = usePostForm<keyof typeof labels>("decide", {
    values: { decision: chosen, decisionReason },
  });
  const options = fitting.map((decision) => ({
    value: decision,
    label: decisionLabel(decision, approvalWording),
  }));
  return (
    <FormDialog
      title={`Decide ${discipline ?? "a discipline"}`}
      closeTo={`${addressOf()}#corrections`}
      form={form}
      labels={labels}
      idempotencyKey={dialog.idempotencyKey}
      failure={failures.decide}
      version={version}
      versionName="seen"
      className="stack decide"
      submit="Decide and complete"
      button={{ disabled: missing !== null }}
    >
      {discipline && <OpenItems open={open} />}
      {missing && <p className="note">{missing}.</p>}
      <RadioGroup
        field={fields.decision}
        hint="Only what fits the open corrections can be chosen."
        options={options}
        required
      />
      {fitting.includes("not_applicable") && (
        <TextField field={fields.decisionReason} hint="Required for Not Applicable" rows={2} />
      )}
      {(hoursFor || fields.hoursWorked.errors) && (
        <TextField
          field={fields.hoursWorked}
          min={0.25}
          max={24}
          step={0.25}
          hint={`Optional. Logged for ${hoursFor ?? "the plan reviewer"}, today, in ${discipline}.`}
          required={false}
          type="number"
          inputMode="decimal"
        />
      )}
    </FormDialog>
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
            <b className="correction-number">{number}</b> {kindLabel(kind) && `${kindLabel(kind)}: `}
            {text}
            {isCut && "…"}
          </li>
        ))}
      </ul>
    </section>
  );
}
