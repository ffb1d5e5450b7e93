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

export const TimeFieldset = (props: TimeFieldsetProps) => (
  <>
    <div className="time-fields">
      <DisciplineOfTime {...props} />
      <HoursField field={props.fields.hoursWorked} />
    </div>
    <DayOfTime {...props} />
  </>
);

export const HoursField = ({ field }: { field: FormField }) => (
  <TextField field={field} min={0.25} max={24} step={0.25} type="number" inputMode="decimal" required />
);

export function DisciplineOfTime({ fields, disciplines, takesFocus }: Omit<TimeFieldsetProps, "today">) {
  const options = disciplineOptions.filter(({ value }) => disciplines.includes(value));
  return (
    <SelectField
      field={fields.discipline}
      options={options}
      placeholder={options.length === 1 ? undefined : "Select a discipline"}
      autoFocus={takesFocus}
      required
    />
  );
}

export const DayOfTime = ({ fields, today }: Pick<TimeFieldsetProps, "fields" | "today">) => (
  <>
    <DateField field={fields.workDate} max={today} required />
    <TextField field={fields.description} rows={2} />
  </>
);
