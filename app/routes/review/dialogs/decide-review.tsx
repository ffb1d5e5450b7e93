import { idOf } from "~/api.server";
import { submit } from "~/form.server";
import { failures } from "~/models/failures";
import { readPermit } from "~/models/permits/permit-scope.server";
import type { Assignment } from "~/models/plan-review/assignment.server";
import { isOpenItem, numberOf } from "~/models/plan-review/correction";
import { DecisionSchema } from "~/models/plan-review/correction.schema.server";
import {
  decisionLabel,
  decisionValues,
  fittingDecisions,
  missingBackChecks,
} from "~/models/plan-review/decision";
import { decide, versionOfReview } from "~/models/plan-review/decision.server";
import { formatHours, toQuarterHours } from "~/models/plan-review/time-entry";
import { loggableDisciplines } from "~/models/plan-review/time-entry-list.server";
import type { Viewer } from "~/models/policy";
import { notFound } from "~/models/refusal";
import { newIdempotencyKey } from "~/models/secret.server";
import { pick } from "~/models/shown-fields";
import { DialogObstacleContext } from "~/ui/dialog";
import { RadioGroup, TextField } from "~/ui/fields";
import { FormDialog, usePostForm } from "~/ui/post-form";
import { permitDialogOf } from "../../permits/parts/permit-dialog.server";
import { toCorrections } from "../parts/after-correction.server";
import { OpenItems } from "../parts/open-items";
import { readReview } from "../parts/read-review.server";
import { keepNotesIfReassigned } from "../parts/reassigned-while-writing.server";
import type { Route } from "./+types/decide-review";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

const assignmentIdIn = ({ params }: Route.ActionArgs) =>
  idOf({ id: params.assignmentId }, notFound("Assignment"));

/** Opens also if the review was reassigned or removed: the typed reason is not lost. */
export async function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = permitDialogOf(sent);
  const { permit, assignments, corrections: rows, obstacle } = await readReview(viewer, id, sent.url);
  const assignmentId = assignmentIdIn(sent);
  const assignment = assignments.find(
    (one) => one.id === assignmentId && one.mayWork && one.reviewCycle === permit.reviewCycle,
  );
  const corrections = rows.filter((row) => row.discipline === assignment?.discipline);
  const fitting = assignment ? fittingDecisions(corrections) : [...decisionValues];
  const mayLog = assignment && loggableDisciplines(viewer, [assignment]).length > 0;
  return {
    obstacle,
    discipline: assignment?.discipline ?? null,
    options: fitting.map((value) => ({ value, label: decisionLabel(value, permit.city.approvalWording) })),
    chosen: assignment && (fitting.find((decision) => decision === assignment.decision) ?? fitting[0]),
    decisionReason: assignment?.decisionReason ?? null,
    missing: missingBackChecks(corrections, permit.reviewCycle) ?? null,
    version: assignment ? versionOfReview(assignment, corrections) : "",
    open: corrections.filter(isOpenItem).map((row) => ({
      ...pick(row, "id", "text", "kind", "isCut"),
      number: numberOf(row),
    })),
    hoursFor: mayLog ? nameOf(viewer, assignment) : null,
    idempotencyKey: newIdempotencyKey(),
  };
}

const nameOf = (viewer: Viewer, { employeeId, employeeName }: Assignment) =>
  employeeId === viewer.employeeId ? "you" : employeeName;

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
    return toCorrections(sent.url, `${discipline}: ${label}${hours}`, { discipline });
  });
}

const labels = { decision: "Decision", decisionReason: "Reason", hoursWorked: "Hours of this work" };

/** Offers only the decisions that fit what is open in a discipline. */
export default function DecideReview({ loaderData }: Route.ComponentProps) {
  const { discipline, options, chosen, decisionReason, missing, open, hoursFor } = loaderData;
  const [form, fields] = usePostForm<keyof typeof labels>("decide", {
    values: { decision: chosen, decisionReason },
  });
  return (
    <DialogObstacleContext value={loaderData.obstacle}>
      <FormDialog
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
    </DialogObstacleContext>
  );
}
