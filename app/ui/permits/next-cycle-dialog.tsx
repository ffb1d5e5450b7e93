import { failures } from "~/models/failures";
import type { NextCycle } from "~/routes/permits/parts/load-permit.server";
import { FileLink } from "../button";
import { DialogObstacleContext } from "../dialog";
import { CheckGroup, DateField } from "../fields";
import { FormDialog, usePostForm } from "../post-form";

export function NextCycleDialog({ nextCycle, closeTo }: { nextCycle: NextCycle; closeTo: string }) {
  const { cycle, disciplines, days, obstacle } = nextCycle;
  const [form, fields] = usePostForm<"receivedOn" | "dueDate">("next-cycle", {
    values: days ? { receivedOn: days.receivedOn, dueDate: days.dueDate } : {},
  });
  const checked = disciplines.filter(({ isChecked }) => isChecked).map(({ discipline }) => discipline);
  return (
    <DialogObstacleContext value={obstacle}>
      <FormDialog
        title="Start next review cycle"
        closeTo={closeTo}
        form={form}
        failure={failures.startNextCycle}
        idempotencyKey={nextCycle.idempotencyKey}
        submit={`Start ${cycle}`}
        busyLabel="Starting..."
      >
        <input type="hidden" name="cycle" value={cycle} />
        <p>
          The permit moves to <strong>{cycle}</strong>. Existing assignments and files remain visible.
        </p>
        <NewPlans nextCycle={nextCycle} />
        {days && (
          <>
            <input type="hidden" name="hasDays" value="on" />
            <DateField field={fields.receivedOn} max={days.today} label="Plans received on" required />
            <DateField field={fields.dueDate} label="Due date" required />
          </>
        )}
        {disciplines.length > 0 && <Disciplines nextCycle={nextCycle} checked={checked} />}
      </FormDialog>
    </DialogObstacleContext>
  );
}

function NewPlans({ nextCycle: { files, cycle, hasLetter } }: { nextCycle: NextCycle }) {
  if (files.length === 0) return hasLetter ? <p>No revised plans were added here.</p> : null;
  return (
    <div>
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

type DisciplinesProps = { nextCycle: NextCycle; checked: string[] };

function Disciplines({ nextCycle: { disciplines, days, hasLetter }, checked }: DisciplinesProps) {
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
