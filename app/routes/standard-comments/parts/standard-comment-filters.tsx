import { disciplineOptions } from "~/models/discipline";
import { labelIn, type Option } from "~/models/options";
import {
  everyCity,
  type StandardCommentFilter,
  standardCommentQuery,
} from "~/models/standard-comments/standard-comment";
import { SelectField } from "~/ui/fields";
import { chipsIn, FilterForm, SearchField } from "~/ui/filter-form";

type StandardCommentFiltersProps = { filter: StandardCommentFilter; cities: Option[] };

export function StandardCommentFilters({ filter, cities }: StandardCommentFiltersProps) {
  return (
    <FilterForm>
      <SearchField
        id="library-search"
        name="q"
        value={filter.q}
        placeholder="Search by title, code or text..."
        notSearched="disciplines, cities, punctuation"
      />
      <SelectField
        field={{ id: "library-discipline", name: "discipline", initialValue: filter.discipline }}
        label="Discipline"
        placeholder="All disciplines"
        options={disciplineOptions}
      />
      <SelectField
        field={{ id: "library-city", name: "cityId", initialValue: filter.cityId?.toString() }}
        label="City"
        placeholder="All Cities"
        options={[{ value: "every", label: `${everyCity} only` }, ...cities]}
      />
    </FilterForm>
  );
}

export function chipsOf({ page: _page, ...filter }: StandardCommentFilter, cities: Option[]) {
  const { q, discipline, cityId } = filter;
  const without = (name: keyof typeof filter) => `.${standardCommentQuery({ ...filter, [name]: undefined })}`;
  const city = cityId && (labelIn(cities, String(cityId)) ?? everyCity);
  return chipsIn([
    q && { label: `Search: ${q}`, removeTo: without("q") },
    discipline && { label: discipline, removeTo: without("discipline") },
    city && { label: city, removeTo: without("cityId") },
  ]);
}
