import { disciplineOptions } from "~/models/discipline";
import { DateField, SelectField, TextField } from "../fields";
import type { FormField } from "../form-field";

export const timeLabels = {
  employeeId: "Plan reviewer",
  discipline: "Discipline",
  hoursWorked: "Hours",
  workDate: "Date",
  description: "Description (optional)",
};

type TimeFieldsetProps = {
  fields: Record<keyof typeof timeLabels, FormField>;
  disciplines: readonly string[];
  today: string;
  takesFocus?: boolean;
};

export function TimeFieldset({ fields, disciplines, today, takesFocus }: TimeFieldsetProps) {
  const options = disciplineOptions.filter(({ value }) => disciplines.includes(value));
  return (
    <>
      <div className="time-fields">
        <SelectField
          field={fields.discipline}
          options={options}
          placeholder={options.length === 1 ? undefined : "Select a discipline"}
          autoFocus={takesFocus}
          required
        />
        <TextField
          field={fields.hoursWorked}
          min={0.25}
          max={24}
          step={0.25}
          type="number"
          inputMode="decimal"
          required
        />
      </div>
      <DateField field={fields.workDate} max={today} required />
      <TextField field={fields.description} rows={2} />
    </>
  );
}
