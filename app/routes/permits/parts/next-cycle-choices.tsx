import { FileLink } from "~/ui/button";
import { CheckGroup, DateField } from "~/ui/fields";
import type { FormField } from "~/ui/form-field";
import type { Route } from "../dialogs/+types/start-next-cycle";

type NextCycleProps = { nextCycle: Route.ComponentProps["loaderData"] };

export function NewPlans({ nextCycle: { files, cycle, hasLetter, days } }: NextCycleProps) {
  if (files.length === 0) return hasLetter ? <p>No revised plans were added here.</p> : null;
  return (
    <div>
      {hasLetter && !days?.resubmittedOn && <p>No resubmittal was sent here.</p>}
      <p>New plans:</p>
      <ul className="list-disc pl-5">
        {files.map(({ id, fileName, reviewCycle, uploaded }) => (
          <li key={id}>
            <FileLink address={`/api/files/${id}/download`} fileName={fileName} className="break-words" />{" "}
            <span className="small">
              {reviewCycle === cycle ? uploaded : `${uploaded}, for ${reviewCycle}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function DisciplinesToRepeat({ nextCycle: { disciplines, days, hasLetter } }: NextCycleProps) {
  const checked = disciplines.filter(({ isChecked }) => isChecked).map(({ discipline }) => discipline);
  const which = days
    ? hasLetter
      ? "Disciplines with open corrections are ticked."
      : "Disciplines that are not completed or have open corrections are ticked."
    : "Disciplines that are not completed are selected.";
  const isOffered = ({ isCertified }: (typeof disciplines)[number]) => isCertified || !days;
  const others = disciplines.filter((row) => !isOffered(row));
  return (
    <>
      <CheckGroup
        field={{ id: "cycle-disciplines", name: "disciplines", initialValue: checked }}
        label="Assign again"
        hint={`The plan reviewers stay the same. ${which}`}
        options={disciplines.filter(isOffered).map(({ discipline, employeeName }) => ({
          value: discipline,
          label: `${discipline} · ${employeeName}`,
        }))}
      />
      {others.map(({ discipline }) => (
        <p key={discipline} className="small">
          {discipline} · Nobody fit: assign by hand
        </p>
      ))}
    </>
  );
}

type DaysProps = {
  days: NonNullable<NextCycleProps["nextCycle"]["days"]>;
  fields: Record<"receivedOn" | "dueDate", FormField>;
};

/** The plans of a resubmittal were received on its day. */
export function NextCycleDays({ days, fields }: DaysProps) {
  const { receivedOn, resubmittedOn, today } = days;
  return (
    <>
      <input type="hidden" name="hasDays" value="on" />
      {resubmittedOn ? (
        <>
          <input type="hidden" name="receivedOn" value={receivedOn} />
          <p>The plans were received on {resubmittedOn}, with the resubmittal.</p>
        </>
      ) : (
        <DateField field={fields.receivedOn} max={today} label="Plans received on" autoFocus required />
      )}
      <DateField field={fields.dueDate} label="Due date" autoFocus={resubmittedOn !== null} required />
    </>
  );
}
