import { labelIn, type Option } from "~/models/options";
import { notSearchedInPermits } from "~/models/permits/permit-filter";
import { type PlanCheckFilter, planCheckQuery } from "~/models/plan-checks/plan-check-view";
import { SelectField } from "~/ui/fields";
import { chipsIn, FilterForm, SearchField } from "~/ui/filter-form";

type PlanCheckFiltersProps = { filter: PlanCheckFilter; cities: Option[] };

export function PlanCheckFilters({ filter, cities }: PlanCheckFiltersProps) {
  return (
    <FilterForm>
      <SearchField
        id="plan-check-search"
        name="q"
        value={filter.q}
        placeholder="Search by number, name or address..."
        notSearched={notSearchedInPermits}
      />
      <SelectField
        field={{ id: "plan-check-city", name: "cityId", initialValue: filter.cityId }}
        label="City"
        placeholder="All Cities"
        options={cities}
      />
      <input type="hidden" name="view" value={filter.view} />
    </FilterForm>
  );
}

export function chipsOf({ page: _page, ...filter }: PlanCheckFilter, cities: Option[]) {
  return chipsIn([
    filter.q && { label: `Search: ${filter.q}`, removeTo: planCheckQuery({ ...filter, q: undefined }) },
    filter.cityId && {
      label: `City: ${labelIn(cities, String(filter.cityId)) ?? "Unknown"}`,
      removeTo: planCheckQuery({ ...filter, cityId: undefined }),
    },
  ]);
}
