import { Outlet } from "react-router";
import { listCities } from "~/models/cities/city-list.server";
import { pictureUrl } from "~/models/files/picture";
import { pluralize } from "~/models/pluralize";
import { readSearchFilter, searchFilterQuery } from "~/models/search-filter";
import { pick } from "~/models/shown-fields";
import { noteOnShortSearch } from "~/platform/db/text-search.server";
import { env } from "~/platform/env.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { DialogButton } from "~/ui/button";
import { FilterChips, FilterForm, SearchField, withNotes } from "~/ui/filter-form";
import { PageHeader } from "~/ui/page-header";
import { Pager } from "~/ui/pager";
import { RowsTable } from "~/ui/table";
import type { Route } from "./+types/cities";
import { CityActions, cityCells, cityColumnsOf } from "./parts/city-rows";

export const handle = { hasList: true };

export async function loader({ url, context }: Route.LoaderArgs) {
  const filter = readSearchFilter(url.searchParams);
  const { rows, total, page } = await listCities(viewerOf(context, "city.manage"), filter);
  return {
    rows: rows.map((city) => ({
      ...pick(city, "id", "cityName", "cityNumber", "urban37CityCode"),
      ...pick(city, "managerName", "managerEmail", "isActive"),
      logoUrl: pictureUrl(city.logoPath),
    })),
    total,
    note: noteOnShortSearch(filter.search),
    filter: { ...filter, page },
    provider: env.PROVIDER_NAME,
  };
}

export default function Cities({
  loaderData: { rows, total, note, filter, provider },
}: Route.ComponentProps) {
  const { search, page } = filter;
  return (
    <>
      <PageHeader
        title="Cities"
        subtitle="Municipalities, their users and their pricing"
        actions={<DialogButton to="new" tone="primary" label="Add City" />}
      />
      <div className="card">
        <FilterForm values={filter}>
          <SearchField
            placeholder="Search name, code or manager..."
            notSearched="phone numbers, punctuation"
          />
        </FilterForm>
        <FilterChips
          count={withNotes(pluralize(total, "city", "cities"), [note])}
          chips={search ? [{ label: `Search: ${search}`, removeTo: "." }] : []}
          clearTo="."
        />
        <RowsTable
          caption="Cities"
          rowHeading="cityName"
          columns={cityColumnsOf(provider)}
          cells={cityCells}
          rows={rows}
          actions={(city) => <CityActions city={city} />}
          empty={
            search
              ? { title: "No cities found", hint: "Try adjusting your search." }
              : { title: "No cities yet", hint: "Add a city to create permits for it." }
          }
          pager={
            <Pager
              page={page}
              total={total}
              noun="cities"
              size={filter.rows}
              href={(page) => `.${searchFilterQuery({ ...filter, page })}`}
              rowsHref={(rows) => `.${searchFilterQuery({ search, rows })}`}
            />
          }
        />
      </div>
      <Outlet />
    </>
  );
}
