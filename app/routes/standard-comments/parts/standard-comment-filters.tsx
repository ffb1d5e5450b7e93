import { disciplineOptions } from "~/models/discipline";
import { labelIn, type Option } from "~/models/options";
import { everyCity, type StandardCommentFilter } from "~/models/standard-comments/standard-comment";
import { FilterForm, FilterSelect, SearchField } from "~/ui/filter-form";

type StandardCommentFiltersProps = { filter: StandardCommentFilter; cities: Option[] };

export function StandardCommentFilters({ filter, cities }: StandardCommentFiltersProps) {
  return (
    <FilterForm values={filter}>
      <SearchField
        name="q"
        placeholder="Search by title, code or text..."
        notSearched="disciplines, cities, punctuation"
      />
      <FilterSelect
        name="discipline"
        label="Discipline"
        placeholder="All disciplines"
        options={disciplineOptions}
      />
      <FilterSelect
        name="cityId"
        label="City"
        placeholder="All Cities"
        options={[{ value: "every", label: `${everyCity} only` }, ...cities]}
      />
    </FilterForm>
  );
}

export const labelsOf = ({ q, discipline, cityId }: StandardCommentFilter, cities: Option[]) => ({
  q: q && `Search: ${q}`,
  discipline,
  cityId: cityId && (labelIn(cities, String(cityId)) ?? everyCity),
});
