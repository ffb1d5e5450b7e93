import { Link } from "react-router";
import { cityBadgeOf, cityDueStatus, cityStatusOptions, holderLine } from "~/models/permits/city-status";
import { notSearchedInPermits } from "~/models/permits/permit-filter";
import { pluralize } from "~/models/pluralize";
import type { PortalRow } from "~/models/portal/portal.server";
import { holderOptions, maxShown, portalQuery, portalStep } from "~/models/portal/portal-filter";
import type { PortalData } from "~/routes/portal/parts/load-portal.server";
import { LabelBadge } from "../badge";
import { Dash } from "../card";
import { DueDay } from "../day";
import { FilterForm, FilterSelect, ResultCount, SearchField } from "../filter-form";
import { type Cells, RowLink, RowsTable } from "../table";

const columns = {
  number: { heading: "City Permit #" },
  name: { heading: "Project Name" },
  address: { heading: "Address" },
  status: { heading: "Status" },
  due: { heading: "Due Date" },
  assignment: { heading: "Assignment" },
  cycle: { heading: "Review Cycle" },
};

type PortalTableProps = {
  portal: Pick<PortalData, "filter" | "list" | "city" | "held" | "today" | "provider">;
};

export function PortalTable({ portal }: PortalTableProps) {
  const { filter, list, held } = portal;
  const isFiltered = Boolean(filter.search || filter.status || filter.holder);
  return (
    <>
      <FilterForm values={filter}>
        <SearchField placeholder="Search permits..." notSearched={notSearchedInPermits} />
        <FilterSelect
          name="status"
          label="Status"
          options={[{ value: "all", label: "All Statuses" }, ...cityStatusOptions]}
        />
        {held && <FilterSelect name="holder" label="Letter" placeholder="All" options={holderOptions} />}
        {filter.cityId && <input type="hidden" name="cityId" value={filter.cityId} />}
      </FilterForm>
      <ResultCount className="sr-only">
        {pluralize(list.rows.length, "permit is listed", "permits are listed")}
      </ResultCount>
      {list.note && <p className="small search-note">{list.note}</p>}
      <RowsTable
        caption="Your Building Permits"
        rowHeading="number"
        hasTwoLines
        columns={columns}
        cells={cellsOf(portal)}
        rows={list.rows}
        actions={linksOf}
        empty={{
          title: "No permits found",
          hint: isFiltered
            ? "Try adjusting your search or filter criteria."
            : "Get started by submitting your first permit.",
        }}
      />
      <PortalFooter filter={filter} list={list} />
    </>
  );
}

function PortalFooter({ filter, list }: Pick<PortalData, "filter" | "list">) {
  if (!list.hasMore && !filter.before) return null;
  const isFull = filter.show >= maxShown;
  const next = isFull
    ? { ...filter, before: list.rows.at(-1)?.id }
    : { ...filter, show: filter.show + portalStep };
  return (
    <div className="card-footer row spread">
      <span className="small">
        {filter.before
          ? pluralize(list.rows.length, "earlier permit is shown", "earlier permits are shown")
          : `The ${list.rows.length} newest permits are shown`}
      </span>
      {filter.before && (
        <Link to={`.${portalQuery({ ...filter, show: undefined, before: undefined })}`}>Newest permits</Link>
      )}
      {list.hasMore && (
        <Link to={`.${portalQuery(next)}`} preventScrollReset={!isFull}>
          {isFull ? `Next ${maxShown}` : "Show more"}
        </Link>
      )}
    </div>
  );
}

const cellsOf = ({
  city,
  today,
  provider,
}: PortalTableProps["portal"]): Cells<typeof columns, PortalRow> => ({
  number: ({ cityPermitNumber, urban37PermitNumber, revisionNumber }) => (
    <>
      <strong>{cityPermitNumber ?? <Dash />}</strong>
      {revisionNumber && <span className="revision"> {revisionNumber.toUpperCase()}</span>}
      <div className="small">Ref: {urban37PermitNumber}</div>
    </>
  ),
  name: ({ projectName }) => projectName || <Dash />,
  address: ({ projectAddress }) => projectAddress || <Dash />,
  status: (permit) => {
    const badge = cityBadgeOf(permit.status, permit.isAssigned);
    return (
      <>
        <LabelBadge of={badge} />
        {badge.second && " "}
        {badge.second && <LabelBadge of={badge.second} />}
        <div className="small">{holderLine({ ...permit, ...city }, provider)}</div>
      </>
    );
  },
  due: (permit) => <DueDay date={permit.dueDate} due={cityDueStatus({ ...permit, ...city }, today)} />,
  assignment: ({ isAssigned }) => (isAssigned ? "Assigned" : "Unassigned"),
  cycle: ({ reviewCycle }) => reviewCycle,
});

function linksOf(permit: PortalRow) {
  const { id, cityPermitNumber, urban37PermitNumber, revisionNumber, newestLetterId } = permit;
  const number = [cityPermitNumber ?? urban37PermitNumber, revisionNumber].filter(Boolean).join(" ");
  return (
    <>
      {newestLetterId && (
        <a
          href={`/api/letters/${newestLetterId}/download`}
          target="_blank"
          rel="noopener"
          className="mr-2 whitespace-nowrap"
        >
          Letter PDF<span className="sr-only"> of {number}</span>
        </a>
      )}
      <RowLink to={`/oakvilles/permits/${id}`}>
        View<span className="sr-only"> {number}</span>
      </RowLink>
    </>
  );
}
