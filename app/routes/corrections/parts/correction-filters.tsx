import { correctionKindOptions, correctionStatusOptions } from "~/models/corrections/correction";
import type { CorrectionFilter } from "~/models/corrections/correction-filter";
import { disciplineOptions } from "~/models/discipline";
import { reviewCycleOptions } from "~/models/permits/permit";
import { FilterForm, FilterSelect, SearchField } from "~/ui/filter-form";

const all = (label: string) => ({ value: "all", label });

export function CorrectionFilters({ filter }: { filter: CorrectionFilter }) {
  return (
    <FilterForm values={filter}>
      <SearchField
        name="q"
        placeholder="Text, sheet, code or number (F-3)"
        notSearched="remarks, punctuation"
      />
      <FilterSelect
        name="discipline"
        label="Discipline"
        options={[all("All disciplines"), ...disciplineOptions]}
      />
      <FilterSelect name="kind" label="Kind" options={[all("All kinds"), ...correctionKindOptions]} />
      <FilterSelect
        name="status"
        label="Status"
        options={[all("All statuses"), ...correctionStatusOptions]}
      />
      <FilterSelect
        name="reviewCycle"
        label="Written in"
        options={[all("All cycles"), ...reviewCycleOptions]}
      />
    </FilterForm>
  );
}
