import { labelIn, type Option } from "~/models/options";
import { notSearchedInPermits } from "~/models/permits/permit-filter";
import type { PlanCheckFilter } from "~/models/plan-checks/plan-check-view";
import { FilterForm, FilterSelect, SearchField } from "~/ui/filter-form";

type PlanCheckFiltersProps = { filter: PlanCheckFilter; cities: Option[] };

export function PlanCheckFilters({ filter, cities }: PlanCheckFiltersProps) {
  return (
    <FilterForm values={filter}>
      <SearchField
        name="q"
        placeholder="Search by number, name or address..."
        notSearched={notSearchedInPermits}
      />
      <FilterSelect name="cityId" label="City" placeholder="All Cities" options={cities} />
      <input type="hidden" name="view" value={filter.view} />
    </FilterForm>
  );
}

export const labelsOf = ({ q, cityId }: PlanCheckFilter, cities: Option[]) => ({
  q: q && `Search: ${q}`,
  cityId: cityId && `City: ${labelIn(cities, String(cityId)) ?? "Unknown"}`,
});
