import { DecisionSchema } from "~/models/corrections/correction.schema.server";
import { decisionLabel } from "~/models/corrections/decision";
import { decide } from "~/models/corrections/decision.server";
import { failures } from "~/models/failures";
import { formatHours, toQuarterHours } from "~/models/hours/time-entry";
import { readPermit } from "~/models/permits/permit-scope.server";
import { submit } from "~/platform/forms/form.server";
import { RadioGroup, TextField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { permitDialogOf } from "../../permits/parts/permit-dialog.server";
import { toCorrections } from "../parts/after-correction.server";
import { loadDecision } from "../parts/load-decision.server";
import { OpenItems } from "../parts/open-items";
import { assignmentIdIn } from "../parts/read-review.server";
import { keepNotesIfReassigned } from "../parts/reassigned-while-writing.server";
import type { Route } from "./+types/decide-review";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = permitDialogOf(sent);
  return loadDecision(viewer, id, sent, assignmentIdIn(sent));
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id } = permitDialogOf(sent);
  const options = { failure: failures.decide };
  return submit(sent.request, DecisionSchema, options, async ({ seen, hoursWorked, formKey, ...fields }) => {
    const assignmentId = assignmentIdIn(sent);
    const time = hoursWorked === undefined ? undefined : { hoursWorked, formKey };
    const { discipline, decision } = await keepNotesIfReassigned(viewer, id, assignmentId, () =>
      decide(viewer, assignmentId, fields, { permitId: id, expectedVersion: seen, time }),
    );
    const { approvalWording } = (await readPermit(viewer, id)).city;
    const label = decisionLabel(decision ?? fields.decision, approvalWording);
    const hours = hoursWorked === undefined ? "" : `, ${formatHours(toQuarterHours(hoursWorked))} logged`;
    const undo = { viewer, kind: "assignment", id: assignmentId } as const;
    return toCorrections(sent.url, `${discipline}: ${label}${hours}`, { discipline }, undo);
  });
}

const labels = { decision: "Decision", decisionReason: "Reason", hoursWorked: "Hours of this work" };

export default function DecideReview({ loaderData }: Route.ComponentProps) {
  const { discipline, options, chosen, decisionReason, missing, open, hoursFor } = loaderData;
  const [form, fields] = usePostForm<keyof typeof labels>("decide", {
    values: { decision: chosen, decisionReason },
  });
  return (
    <FormDialog
      obstacle={loaderData.obstacle}
      title={`Decide ${discipline ?? "a discipline"}`}
      closeTo="#corrections"
      form={form}
      labels={labels}
      idempotencyKey={loaderData.idempotencyKey}
      failure={failures.decide}
      version={loaderData.version}
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
        autoFocus
        required
      />
      {options.some(({ value }) => value === "not_applicable") && (
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
