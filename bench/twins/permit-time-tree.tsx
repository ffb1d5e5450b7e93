import { Form, Link } from "react-router";
import { Card, controlClass, Field, Select } from "./elements";
import type { TimeData } from "./permit-time-data";
import { SubmitButton } from "./submit-button";

type TimeProps = { time: TimeData; today: string };

/** The hours on a permit, with the form that logs more. */
export function Time({ time, today }: TimeProps) {
  return (
    <Card id="time" title="Time" aside={<span className="text-sm text-gray-500">{time.hours}</span>}>
      <LogTimeForm time={time} today={today} />
      <ul className="border-t border-gray-200 dark:border-gray-800">
        {time.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <Totals totals={time.totals} />
    </Card>
  );
}

function LogTimeForm({ time: { reviewers, disciplines }, today }: TimeProps) {
  return (
    <Form id="log-time" method="post" action="?time=" preventScrollReset className="grid gap-4 p-4">
      <input type="hidden" name="intent" value="log-time" />
      <Field id="time-reviewer" label="Reviewer">
        <Select id="time-reviewer" name="employeeId" all="Select a reviewer" options={reviewers} />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field id="time-discipline" label="Discipline">
          <Select
            id="time-discipline"
            name="discipline"
            all="Select a discipline"
            options={disciplines.map((value) => ({ value, label: value }))}
          />
        </Field>
        <Field id="time-hours" label="Hours">
          <input
            id="time-hours"
            name="hoursWorked"
            type="number"
            min="0.25"
            max="24"
            step="0.25"
            inputMode="decimal"
            className={controlClass}
          />
        </Field>
      </div>
      <Field id="time-date" label="Date">
        <input
          id="time-date"
          name="workDate"
          type="date"
          max={today}
          defaultValue={today}
          className={controlClass}
        />
      </Field>
      <Field id="time-description" label="Description (optional)">
        <textarea id="time-description" name="description" rows={2} className={controlClass} />
      </Field>
      <SubmitButton>Log time</SubmitButton>
    </Form>
  );
}

function Entry({ entry: { id, day, hours, what, employee } }: { entry: TimeData["entries"][number] }) {
  const links = [
    { dialog: "edit-time", label: "Edit" },
    { dialog: "delete-time", label: "Delete" },
  ];
  return (
    <li className="flex justify-between gap-4 px-4 py-2">
      <span className="min-w-0">
        <span className="block text-sm text-gray-500">
          {day} · {hours} · {what}
        </span>
        <span className="block text-sm text-gray-500">{employee}</span>
      </span>
      <span className="flex gap-3">
        {links.map(({ dialog, label }) => (
          <Link key={dialog} to={`?dialog=${dialog}&entryId=${id}`} preventScrollReset className="text-sm">
            {label}
            <span className="sr-only">
              {" "}
              {hours} of {day}
            </span>
          </Link>
        ))}
      </span>
    </li>
  );
}

const Totals = ({ totals }: Pick<TimeData, "totals">) => (
  <div className="border-t border-gray-200 p-4 dark:border-gray-800">
    <table className="w-full text-sm text-gray-500">
      <caption className="sr-only">Hours by review cycle and discipline</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Cycle</th>
          <th scope="col">Discipline</th>
          <th scope="col">Hours</th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ cycle, discipline, hours }) => (
          <tr key={`${cycle} ${discipline}`}>
            <td>{cycle}</td>
            <td>{discipline}</td>
            <td className="text-right">{hours}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
