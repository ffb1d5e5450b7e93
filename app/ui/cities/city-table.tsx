import Eye from "lucide-react/icons/eye";
import Pencil from "lucide-react/icons/pencil";
import Trash from "lucide-react/icons/trash-2";
import type { FormAnswer } from "~/form.server";
import { cityFilterQuery } from "~/models/cities/city-filter";
import { counted } from "~/models/wording";
import type { CityTableData } from "~/pages/cities/city-table.server";
import { Badge } from "../badge";
import { ButtonLink, IconLink } from "../button";
import { Dash } from "../card";
import { Chips } from "../chips";
import { Dialog } from "../dialog";
import { EmailAddress } from "../email-address";
import { FilterForm } from "../filter-form";
import { PageHeader } from "../page-header";
import { Pager } from "../pager";
import { EmptyState } from "../sheet";
import { Cell, Row, RowLink, Table } from "../table";
import { TextField } from "../text-field";
import { CityForm } from "./city-form";
import { cityFieldLabels } from "./city-labels";
import { CityLogo } from "./city-logo";
import { DeleteCityDialog } from "./delete-city-dialog";

const columnsOf = (codeLabel: string) => [
  { key: "logo", label: "Logo" },
  { key: "name", label: "City Name" },
  { key: "code", label: codeLabel },
  { key: "manager", label: "Manager" },
  { key: "email", label: "Contact Email" },
  { key: "actions", label: "Actions", align: "end" as const },
];

type CitiesPageProps = { table: CityTableData; answer?: FormAnswer };

/** The cities with their search and pages, which live in the address, and the dialogs over them. */
export function CitiesPage({ table, answer }: CitiesPageProps) {
  const { rows, total, filter, provider, form, deleting } = table;
  const codeLabel = cityFieldLabels(provider).urban37CityCode;
  const kept = cityFilterQuery(filter);
  const isFiltered = Boolean(filter.search);
  return (
    <>
      <PageHeader
        title="Cities"
        subtitle="Municipalities, their staff and their terms"
        actions={<AddCity />}
      />
      <div className="card">
        <FilterForm>
          <TextField
            field={{ id: "city-search", name: "search", initialValue: filter.search }}
            label="Search"
            type="search"
            placeholder="Search name, code or manager..."
          />
        </FilterForm>
        <Chips
          count={counted(total, "city", "cities")}
          chips={isFiltered ? [{ label: `Search: ${filter.search}`, removeTo: "?" }] : []}
          clearTo="?"
        />
        {rows.length === 0 ? (
          <EmptyState
            title={isFiltered ? "No cities found" : "No cities yet"}
            hint={isFiltered ? "Try adjusting your search." : "Add the first one to make permits for it."}
          />
        ) : (
          <Table caption="Cities" columns={columnsOf(codeLabel)}>
            {rows.map((city) => (
              <CityRow key={city.id} city={city} codeLabel={codeLabel} kept={kept} />
            ))}
          </Table>
        )}
        {total > 0 && (
          <Pager
            page={filter.page}
            total={total}
            noun="cities"
            href={(page) => cityFilterQuery({ ...filter, page })}
          />
        )}
      </div>
      {form && (
        <Dialog title="Add City" closeTo={kept}>
          <CityForm
            form={form}
            provider={provider}
            answer={answer}
            action={dialogAddress(kept, "dialog=new")}
            submitLabel="Add City"
            cancelTo={kept}
          />
        </Dialog>
      )}
      {deleting && <DeleteCityDialog city={deleting} closeTo={kept} />}
    </>
  );
}

const AddCity = () => (
  <ButtonLink to="/cities?dialog=new" preventScrollReset tone="primary">
    Add City
  </ButtonLink>
);

const dialogAddress = (kept: string, dialog: string) => (kept === "?" ? `?${dialog}` : `${kept}&${dialog}`);

type CityRowProps = { city: CityTableData["rows"][number]; codeLabel: string; kept: string };

function CityRow({ city, codeLabel, kept }: CityRowProps) {
  const page = `/cities/${city.id}`;
  return (
    <Row>
      <Cell label="Logo" className="min-w-0">
        <CityLogo city={city} />
      </Cell>
      <Cell label="City Name">
        <span className="row">
          <span className="line-clamp-3">
            <RowLink to={page}>{city.cityName}</RowLink>
          </span>
          {!city.isActive && (
            <Badge tone="grey" plain>
              Inactive
            </Badge>
          )}
        </span>
        <div className="small">City number {city.cityNumber}</div>
      </Cell>
      <Cell label={codeLabel}>{city.code}</Cell>
      <Cell label="Manager">{city.managerName ?? <Dash />}</Cell>
      <Cell label="Contact Email">
        {city.managerEmail ? (
          <a href={`mailto:${city.managerEmail}`}>
            <EmailAddress email={city.managerEmail} />
          </a>
        ) : (
          <Dash />
        )}
      </Cell>
      <Cell label="Actions" align="end">
        <IconLink to={page} label={`View ${city.cityName}`} icon={<Eye />} />
        <IconLink to={`${page}?edit`} label={`Edit ${city.cityName}`} icon={<Pencil />} />
        <IconLink
          to={dialogAddress(kept, `dialog=delete&id=${city.id}`)}
          preventScrollReset
          label={`Delete ${city.cityName}`}
          icon={<Trash />}
          tone="danger"
        />
      </Cell>
    </Row>
  );
}
