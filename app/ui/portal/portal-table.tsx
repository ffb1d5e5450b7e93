import { cityBadgeOf, cityStatusOptions } from "~/models/permits/city-status";
import { shortSearchNote } from "~/models/permits/permit-filter";
import { pluralize } from "~/models/pluralize";
import type { PortalRow } from "~/models/portal/portal.server";
import { maximumShown, portalQuery, portalStep } from "~/models/portal/portal-filter";
import { Badge } from "../badge";
import { Dash } from "../card";
import { FilterForm, SearchField } from "../filter-form";
import { Link } from "../link";
import { PagedList } from "../paged-list";
import { RowsInSteps } from "../rows-in-steps";
import { SelectField } from "../select-field";
import { Cell, Row, RowLink, Table } from "../table";
import type { PortalProps } from "./portal";

const columns = [
  { key: "number", label: "City Permit #" },
  { key: "name", label: "Project Name" },
  { key: "address", label: "Address" },
  { key: "status", label: "Status" },
  { key: "assignment", label: "Assignment" },
  { key: "cycle", label: "Review Cycle" },
  { key: "actions", label: "Actions", align: "end" as const },
];

type PortalTableProps = Pick<PortalProps, "base"> & {
  portal: Pick<PortalProps["portal"], "filter" | "list">;
};

/** A city's permits, with the search and the filter of the address. */
export function PortalTable({ portal: { filter, list }, base }: PortalTableProps) {
  const isFiltered = Boolean(filter.search || filter.status);
  return (
    <>
      <FilterForm>
        <SearchField id="portal-search" value={filter.search} placeholder="Search permits..." />
        <SelectField
          field={{ id: "portal-status", name: "status", initialValue: filter.status ?? "all" }}
          label="Status"
          options={[{ value: "all", label: "All Statuses" }, ...cityStatusOptions]}
        />
        {filter.cityId && <input type="hidden" name="cityId" value={filter.cityId} />}
      </FilterForm>
      {list.isShort && <p className="small search-note">{shortSearchNote}</p>}
      <PagedList
        rows={list.rows}
        empty={{
          title: "No permits found",
          hint: isFiltered
            ? "Try adjusting your search or filter criteria."
            : "Get started by submitting your first permit.",
        }}
      >
        <Table caption="Your Building Permits" columns={columns}>
          <RowsInSteps rows={list.rows}>
            {(permit) => <PermitLine key={permit.id} permit={permit} />}
          </RowsInSteps>
        </Table>
      </PagedList>
      <PortalFooter filter={filter} list={list} base={base} />
    </>
  );
}

/** Tells which permits are shown, with links to more, to those before them and back to the newest. */
function PortalFooter({ filter, list, base }: PortalTableProps["portal"] & Pick<PortalProps, "base">) {
  if (!list.hasMore && !filter.before) return null;
  const isFull = filter.show >= maximumShown;
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
        <Link to={`${base}${portalQuery({ ...filter, show: undefined, before: undefined })}`}>
          Newest permits
        </Link>
      )}
      {list.hasMore && (
        <Link to={`${base}${portalQuery(next)}`} preventScrollReset={!isFull}>
          {isFull ? `Next ${maximumShown}` : "Show more"}
        </Link>
      )}
    </div>
  );
}

function PermitLine({ permit }: { permit: PortalRow }) {
  const { cityPermitNumber, urban37PermitNumber, revisionNumber } = permit;
  const badge = cityBadgeOf(permit.status, permit.isAssigned);
  return (
    <Row>
      <Cell label="City Permit #">
        <strong>{cityPermitNumber ?? <Dash />}</strong>
        {revisionNumber && <span className="revision"> {revisionNumber.toUpperCase()}</span>}
        <div className="small">Ref: {urban37PermitNumber}</div>
      </Cell>
      <Cell label="Project Name">
        <CutText text={permit.projectName} />
      </Cell>
      <Cell label="Address">
        <CutText text={permit.projectAddress} />
      </Cell>
      <Cell label="Status">
        <Badge tone={badge.tone}>{badge.label}</Badge>
        {badge.note && <div className="small">{badge.note}</div>}
      </Cell>
      <Cell label="Assignment">{permit.isAssigned ? "Assigned" : "Unassigned"}</Cell>
      <Cell label="Review Cycle">{permit.reviewCycle}</Cell>
      <Cell label="Actions" align="end">
        <RowLink to={`/oakvilles/permits/${permit.id}`}>
          View<span className="sr-only"> {cityPermitNumber ?? urban37PermitNumber}</span>
        </RowLink>
      </Cell>
    </Row>
  );
}

/** Text cut at a fixed width. Its title is the full text, which is shown on focus or without a mouse. */
function CutText({ text }: { text: string }) {
  if (!text) return <Dash />;
  return (
    <div className="cut" title={text}>
      {text}
    </div>
  );
}
