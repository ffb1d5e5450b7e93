import { disciplineOptions } from "~/models/discipline";
import { labelIn } from "~/models/options";
import {
  everyCity,
  standardCommentColumns,
  standardCommentQuery,
} from "~/models/plan-review/standard-comment";
import { pluralize } from "~/models/pluralize";
import type { StandardCommentsData } from "~/pages/plan-review/standard-comments.server";
import { Badge } from "../badge";
import { DeleteIcon, DialogButton, EditIcon } from "../button";
import { Dash } from "../card";
import { SelectField } from "../fields";
import { chipsIn, FilterChips, FilterForm, SearchField } from "../filter-form";
import { PageHeader } from "../page-header";
import { type Cells, RowLink, RowsTable } from "../table";
import { FailureOfGoneForm } from "../toast";
import { StandardCommentDialog } from "./standard-comment-dialog";

type LibraryProps = { library: StandardCommentsData };

export function StandardCommentsPage({ library }: LibraryProps) {
  const { filter, rows, total, mayManage, dialog } = library;
  const chips = chipsOf(library);
  return (
    <>
      <PageHeader
        title="Standard comments"
        subtitle="Texts from which plan reviewers write corrections"
        back={{ to: "/employee-dashboard", label: "Back to dashboard" }}
        actions={<PageActions library={library} />}
      />
      <div className="card">
        <Filters library={library} />
        <FilterChips
          count={pluralize(total, "standard comment", "standard comments")}
          chips={chips}
          clearTo="?"
        />
        <RowsTable
          caption="Standard comments"
          rowHeading="title"
          columns={standardCommentColumns}
          cells={cellsOf(library)}
          rows={rows}
          actions={mayManage ? (row) => <RowActions row={row} library={library} /> : undefined}
          empty={{
            title: "No standard comments found",
            hint: emptyHint(chips.length > 0, mayManage),
          }}
          pager={{
            page: filter.page,
            total,
            noun: "standard comments",
            href: (page) => standardCommentQuery({ ...filter, page }),
          }}
        />
      </div>
      {dialog ? <StandardCommentDialog library={library} dialog={dialog} /> : <FailureOfGoneForm />}
    </>
  );
}

function emptyHint(isFiltered: boolean, mayManage: boolean): string {
  if (isFiltered) return "Try adjusting your search criteria.";
  return mayManage ? "Add the first one, or import a CSV file." : "Administrators add them here.";
}

function PageActions({ library: { filter, total, mayManage } }: LibraryProps) {
  return (
    <>
      {total > 0 && (
        <a href={`/standard-comments.csv${exportQuery(filter)}`} download className="button">
          Download CSV
        </a>
      )}
      {mayManage && (
        <>
          <DialogButton to={standardCommentQuery(filter, { dialog: "import" })} label="Import CSV" />
          <DialogButton
            to={standardCommentQuery(filter, { dialog: "new" })}
            tone="primary"
            label="Add standard comment"
          />
        </>
      )}
    </>
  );
}

function exportQuery(filter: StandardCommentsData["filter"]): string {
  const query = standardCommentQuery({ ...filter, page: undefined });
  return query === "?" ? "" : query;
}

function Filters({ library: { filter, cities } }: LibraryProps) {
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

function chipsOf({ filter: { page: _page, ...filter }, cities }: StandardCommentsData) {
  const { q, discipline, cityId } = filter;
  const without = (name: keyof typeof filter) => standardCommentQuery({ ...filter, [name]: undefined });
  const city = cityId && (labelIn(cities, String(cityId)) ?? everyCity);
  return chipsIn([
    q && { label: `Search: ${q}`, removeTo: without("q") },
    discipline && { label: discipline, removeTo: without("discipline") },
    city && { label: city, removeTo: without("cityId") },
  ]);
}

type Row = StandardCommentsData["rows"][number];

const cellsOf = ({ filter, mayManage }: StandardCommentsData): Cells<typeof standardCommentColumns, Row> => ({
  title: {
    className: "wide",
    content: ({ id, title, text, isCut }) => (
      <div className="min-w-0 break-words">
        {mayManage ? (
          <RowLink to={standardCommentQuery(filter, { dialog: "edit", id })} preventScrollReset>
            {title}
          </RowLink>
        ) : (
          title
        )}
        <div className="small">{isCut ? `${text}…` : text}</div>
      </div>
    ),
  },
  discipline: { className: "whitespace-nowrap", content: ({ discipline }) => discipline },
  codeReference: ({ codeReference }) => codeReference ?? <Dash />,
  uses: ({ uses }) => uses,
  cityName: ({ cityName }) => cityName ?? everyCity,
  isActive: ({ isActive }) => <Badge tone={isActive ? "green" : "grey"}>{isActive ? "Yes" : "No"}</Badge>,
});

function RowActions({ row, library: { filter } }: LibraryProps & { row: Row }) {
  const { id, title, uses, isActive } = row;
  const isSwitchedOff = uses > 0 && !isActive;
  return (
    <>
      <EditIcon to={standardCommentQuery(filter, { dialog: "edit", id })} name={title} />
      {!isSwitchedOff && (
        <DeleteIcon to={standardCommentQuery(filter, { dialog: "delete", id })} name={title} />
      )}
    </>
  );
}
