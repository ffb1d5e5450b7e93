import type { AuditFilter } from "~/models/audit/audit-filter";
import { auditActions, auditActionValues, auditKinds, kindOf } from "~/models/audit-action";
import { formatDate } from "~/models/calendar-date";
import { optionsOf } from "~/models/options";
import { DateField, TextField } from "~/ui/fields";
import { FilterForm, FilterSelect, useFilterField } from "~/ui/filter-form";

const actionOptions = (kind: AuditFilter["kind"]) =>
  auditActionValues
    .filter((action) => !kind || kindOf(action) === kind)
    .map((value) => ({ value, label: actionLabel(value, kind) }));

function actionLabel(action: (typeof auditActionValues)[number], kind: AuditFilter["kind"]): string {
  const { label } = auditActions[action];
  return kind ? label : `${auditKinds[kindOf(action)].label}: ${label}`;
}

type TextProps = { name: "person" | "number"; label: string; placeholder: string };

const FilterText = ({ name, ...text }: TextProps) => <TextField field={useFilterField(name)} {...text} />;

const FilterDate = ({ name, label }: { name: "from" | "to"; label: string }) => (
  <DateField field={useFilterField(name)} label={label} />
);

export function AuditFilters({ filter }: { filter: AuditFilter }) {
  return (
    <FilterForm values={filter}>
      <FilterText name="person" label="Person" placeholder="Name or email" />
      <FilterSelect name="kind" label="Kind" placeholder="All kinds" options={optionsOf(auditKinds)} />
      <FilterSelect
        key={filter.kind}
        name="action"
        label="What"
        placeholder="Everything"
        options={actionOptions(filter.kind)}
      />
      <FilterText name="number" label="Number" placeholder="OAK-26-041, or 7" />
      <FilterDate name="from" label="From" />
      <FilterDate name="to" label="To" />
    </FilterForm>
  );
}

export const labelsOf = ({ person, kind, action, number, from, to }: AuditFilter) => ({
  person: person && `Person: ${person}`,
  kind: kind && `Kind: ${auditKinds[kind].label}`,
  action: action && `What: ${auditActions[action].label}`,
  number: number && `Number: ${number}`,
  from: from && `From ${formatDate(from)}`,
  to: to && `To ${formatDate(to)}`,
});
