import { cityColumns } from "~/models/cities/city";
import { mailLink } from "~/models/person";
import { pluralize } from "~/models/pluralize";
import { searchFilterQuery } from "~/models/search-filter";
import type { CityTableData } from "~/pages/cities/city-table.server";
import { PlainBadge } from "../badge";
import { DeleteIcon, DialogButton, IconLink } from "../button";
import { Dash } from "../card";
import { EmailAddress } from "../email-address";
import { FilterChips, FilterForm, SearchField } from "../filter-form";
import { Eye, Pencil } from "../icons";
import { PageHeader } from "../page-header";
import { type Cells, RowLink, RowsTable } from "../table";
import { cityFieldLabels } from "./city-labels";
import { CityLogo } from "./city-logo";
import { DeleteCityDialog } from "./delete-city-dialog";
import { NewCityDialog } from "./new-city-dialog";

const columnsOf = (provider: string) => ({
  ...cityColumns,
  urban37CityCode: { ...cityColumns.urban37CityCode, heading: cityFieldLabels(provider).urban37CityCode },
});

export function CitiesPage({ table }: { table: CityTableData }) {
  const { rows, total, filter, provider, form, deleting } = table;
  const filterQuery = searchFilterQuery(filter);
  const isFiltered = Boolean(filter.search);
  return (
    <>
      <PageHeader
        title="Cities"
        subtitle="Municipalities, their users and their pricing"
        actions={<DialogButton to="/cities?dialog=new" tone="primary" label="Add City" />}
      />
      <div className="card">
        <FilterForm>
          <SearchField
            id="city-search"
            value={filter.search}
            placeholder="Search name, code or manager..."
            notSearched="phone numbers, punctuation"
          />
        </FilterForm>
        <FilterChips
          count={pluralize(total, "city", "cities")}
          chips={isFiltered ? [{ label: `Search: ${filter.search}`, removeTo: "?" }] : []}
          clearTo="?"
        />
        <RowsTable
          caption="Cities"
          rowHeading="cityName"
          columns={columnsOf(provider)}
          cells={cells}
          rows={rows}
          actions={(city) => <CityActions city={city} filterQuery={filterQuery} />}
          empty={
            isFiltered
              ? { title: "No cities found", hint: "Try adjusting your search." }
              : { title: "No cities yet", hint: "Add a city to create permits for it." }
          }
          pager={{
            page: filter.page,
            total,
            noun: "cities",
            href: (page) => searchFilterQuery({ ...filter, page }),
          }}
        />
      </div>
      {form && (
        <NewCityDialog
          form={form}
          provider={provider}
          action={dialogAddress(filterQuery, "dialog=new")}
          closeTo={filterQuery}
        />
      )}
      {deleting && <DeleteCityDialog city={deleting} closeTo={filterQuery} />}
    </>
  );
}

const dialogAddress = (filterQuery: string, dialog: string) =>
  filterQuery === "?" ? `?${dialog}` : `${filterQuery}&${dialog}`;

type City = CityTableData["rows"][number];

const pageOf = ({ id }: City) => `/cities/${id}`;

const cells: Cells<ReturnType<typeof columnsOf>, City> = {
  logoPath: { className: "min-w-0", content: (city) => <CityLogo city={city} /> },
  cityName: (city) => (
    <>
      <span className="row">
        <RowLink to={pageOf(city)}>{city.cityName}</RowLink>
        {!city.isActive && <PlainBadge tone="grey">Inactive</PlainBadge>}
      </span>
      <div className="small">City number {city.cityNumber}</div>
    </>
  ),
  urban37CityCode: ({ urban37CityCode }) => urban37CityCode,
  managerName: ({ managerName }) => managerName ?? <Dash />,
  managerEmail: ({ managerEmail }) =>
    managerEmail ? (
      <a href={mailLink(managerEmail)}>
        <EmailAddress email={managerEmail} />
      </a>
    ) : (
      <Dash />
    ),
};

function CityActions({ city, filterQuery }: { city: City; filterQuery: string }) {
  const { id, cityName } = city;
  return (
    <>
      <IconLink to={pageOf(city)} label={`View ${cityName}`} icon={<Eye />} />
      <IconLink to={`${pageOf(city)}?edit`} label={`Edit ${cityName}`} icon={<Pencil />} />
      <DeleteIcon to={dialogAddress(filterQuery, `dialog=delete&id=${id}`)} name={cityName} />
    </>
  );
}
