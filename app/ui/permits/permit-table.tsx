import { failures } from "~/models/failures";
import { optionsInLines } from "~/models/option-lines";
import { labelIn, optionsOf } from "~/models/options";
import { pageCount } from "~/models/paging";
import {
  permitDueStatus,
  permitNumberText,
  permitStatuses,
  permitStatusOptions,
  tickedPermitChanges,
} from "~/models/permits/permit";
import {
  notSearchedInPermits,
  type PermitFilter,
  permitFilterQuery,
  permitSortNames,
} from "~/models/permits/permit-filter";
import type { PermitTableData } from "~/routes/permits/parts/load-permit-table.server";
import { LabelBadge } from "../badge";
import { DeleteIcon, IconLink } from "../button";
import { DueDay } from "../day";
import {
  cappedNote,
  chipsOf,
  FilterChips,
  FilterForm,
  FilterSelect,
  SearchField,
  withNotes,
} from "../filter-form";
import { Eye, Pencil, UserPlus } from "../icons";
import { ManyBar, Tick } from "../many-bar";
import { Pager } from "../pager";
import { PermitOfRow } from "../permit-of-row";
import { type Cells, RowsTable } from "../table";

const columns = {
  number: { heading: "Permit Details" },
  city: { heading: "City" },
  status: { heading: "Status" },
  assigned: { heading: "Assigned To" },
  due: { heading: "Due Date" },
};

export function PermitTable({ table }: { table: PermitTableData }) {
  const { filter, rows, total, page, isCapped } = table;
  const chips = chipsOf(filter, permitFilterQuery, labelsOf(table));
  return (
    <>
      <PermitFilters table={table} />
      <FilterChips
        count={resultLine(table)}
        chips={chips}
        clearTo={permitFilterQuery(withoutFilters(filter))}
      />
      {table.mayEdit && (
        <ManyBar
          hasTicks={rows.length > 0}
          action="/permits?many"
          failure={failures.updatePermits}
          changes={optionsOf(tickedPermitChanges)}
        />
      )}
      <RowsTable
        caption="Permits"
        rowHeading="number"
        columns={columns}
        cells={cellsOf(table)}
        rows={rows}
        sorts={sortsOf(table)}
        actions={table.mayEdit ? actionsOf(table) : undefined}
        tick={table.mayEdit ? (permit) => <Tick row={permit} name={permitNumberText(permit)} /> : undefined}
        empty={{
          title: "No permits found",
          hint:
            chips.length > 0 || filter.view
              ? "Try adjusting your search or filter criteria."
              : table.mayCreate && "Create the first one with New Permit.",
        }}
        pager={
          <Pager
            page={page}
            total={total}
            totalIsCapped={isCapped}
            href={(number) => permitFilterQuery({ ...filter, page: number })}
          />
        }
      />
    </>
  );
}

function resultLine({ filter, total, isCapped, note }: PermitTableData): string {
  const isOfView = isCapped && filter.view;
  const limit = total.toLocaleString("en-US");
  const count = `${limit}${isCapped ? "+" : ""} ${total === 1 ? "result" : "results"}`;
  return withNotes(count, [
    isOfView && cappedNote,
    isCapped && !isOfView && filter.sort && `Only the newest ${limit} are sorted.`,
    isCapped &&
      !isOfView &&
      !filter.sort &&
      filter.page === pageCount(total) &&
      `Only the newest ${limit} are listed.`,
    note,
  ]);
}

function PermitFilters({ table: { filter, cities } }: { table: PermitTableData }) {
  return (
    <FilterForm values={filter}>
      <SearchField
        placeholder="Search by provider reference or city permit number..."
        notSearched={notSearchedInPermits}
      />
      <FilterSelect
        name="status"
        label="Status"
        options={[{ value: "all", label: "All Status" }, ...permitStatusOptions]}
      />
      {cities && (
        <FilterSelect name="cityId" label="City" placeholder="All Cities" options={optionsInLines(cities)} />
      )}
      {filter.view && <input type="hidden" name="view" value={filter.view} />}
      {filter.sort && (
        <input type="hidden" name="sort" value={filter.descending ? `-${filter.sort}` : filter.sort} />
      )}
    </FilterForm>
  );
}

const withoutFilters = ({ view, sort, descending }: PermitFilter): PermitFilter => ({
  view,
  sort,
  descending,
});

const labelsOf = ({ filter: { search, status, cityId }, cities }: PermitTableData) => ({
  search: search && `Search: ${search}`,
  status: status && `Status: ${permitStatuses[status].label}`,
  cityId: cityId && `City: ${labelIn(optionsInLines(cities), String(cityId)) ?? "Unknown"}`,
});

function sortsOf({ filter: { page, ...filter } }: PermitTableData) {
  const sortLink = (sort: NonNullable<PermitFilter["sort"]>) => {
    const isSorted = filter.sort === sort;
    return {
      to: permitFilterQuery({ ...filter, sort, descending: isSorted && !filter.descending }),
      direction: isSorted ? (filter.descending ? "descending" : "ascending") : undefined,
    } as const;
  };
  return Object.fromEntries(permitSortNames.map((name) => [name, sortLink(name)]));
}

type Permit = PermitTableData["rows"][number];

const cellsOf = ({ today }: PermitTableData): Cells<typeof columns, Permit> => ({
  number: (permit) => (
    <PermitOfRow permit={permit} to={`/permits/${permit.id}`}>
      {[permit.cityPermitNumber, permit.projectName].filter(Boolean).join(" · ")}
    </PermitOfRow>
  ),
  city: ({ cityName }) => cityName,
  status: ({ status }) => <LabelBadge of={permitStatuses[status]} />,
  assigned: ({ assigned, othersAssigned }) => (
    <>
      {assigned ?? <span className="small">Unassigned</span>}
      {othersAssigned > 0 && <span className="small">{` +${othersAssigned} more`}</span>}
    </>
  ),
  due: (permit) => <DueDay date={permit.dueDate} due={permitDueStatus(permit, today)} />,
});

const actionsOf = (table: PermitTableData) => (permit: Permit) => {
  const { id } = permit;
  const name = permitNumberText(permit);
  return (
    <>
      <IconLink to={`/permits/${id}`} label={`View ${name}`} icon={<Eye />} />
      <IconLink to={`/permits/${id}/edit`} label={`Edit ${name}`} icon={<Pencil />} />
      {table.mayAssign && (
        <IconLink
          to={`/permits/${id}/assignments`}
          label={`Assign plan reviewers to ${name}`}
          icon={<UserPlus />}
        />
      )}
      {table.mayDelete && <DeleteIcon to={`delete-permit/${id}`} name={name} />}
    </>
  );
};
