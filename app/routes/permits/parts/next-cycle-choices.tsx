import { FileLink } from "~/ui/button";
import { CheckGroup } from "~/ui/fields";
import type { Route } from "../dialogs/+types/start-next-cycle";

type NextCycleProps = { nextCycle: Route.ComponentProps["loaderData"] };

export function NewPlans({ nextCycle: { files, cycle, hasLetter } }: NextCycleProps) {
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
