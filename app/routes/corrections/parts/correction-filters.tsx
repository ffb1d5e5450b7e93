import { correctionKindOptions, correctionStatusOptions } from "~/models/corrections/correction";
import type { CorrectionFilter } from "~/models/corrections/correction-filter";
import { disciplineOptions } from "~/models/discipline";
import { reviewCycleOptions } from "~/models/permits/permit";
import { SelectField } from "~/ui/fields";
import { FilterForm, SearchField } from "~/ui/filter-form";

const all = (label: string) => ({ value: "all", label });

export function CorrectionFilters({ filter }: { filter: CorrectionFilter }) {
  const { q, discipline = "all", status = "all", kind = "all", reviewCycle = "all" } = filter;
  return (
    <FilterForm>
      <SearchField
        id="correction-q"
        name="q"
        value={q}
        placeholder="Text, sheet, code or number (F-3)"
        notSearched="remarks, punctuation"
      />
      <SelectField
        field={{ id: "correction-discipline", name: "discipline", initialValue: discipline }}
        label="Discipline"
        options={[all("All disciplines"), ...disciplineOptions]}
      />
      <SelectField
        field={{ id: "correction-kind", name: "kind", initialValue: kind }}
        label="Kind"
        options={[all("All kinds"), ...correctionKindOptions]}
      />
      <SelectField
        field={{ id: "correction-status", name: "status", initialValue: status }}
        label="Status"
        options={[all("All statuses"), ...correctionStatusOptions]}
      />
      <SelectField
        field={{ id: "correction-cycle", name: "reviewCycle", initialValue: reviewCycle }}
        label="Written in"
        options={[all("All cycles"), ...reviewCycleOptions]}
      />
    </FilterForm>
  );
}
