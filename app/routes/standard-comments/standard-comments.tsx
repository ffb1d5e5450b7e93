import { Outlet } from "react-router";
import { cityOptions } from "~/models/cities/city.server";
import { pluralize } from "~/models/pluralize";
import { may } from "~/models/policy";
import {
  readStandardCommentFilter,
  type StandardCommentFilter,
  standardCommentColumns,
  standardCommentQuery,
} from "~/models/standard-comments/standard-comment";
import {
  type ListedStandardComment,
  standardCommentList,
} from "~/models/standard-comments/standard-comment-list.server";
import { readPage } from "~/platform/db/list.server";
import { noteOnShortSearch } from "~/platform/db/text-search.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { chipsOf, FilterChips, withNotes } from "~/ui/filter-form";
import { PageHeader } from "~/ui/page-header";
import { Pager } from "~/ui/pager";
import { RowsTable } from "~/ui/table";
import type { Route } from "./+types/standard-comments";
import { ImportSamplesForm } from "./parts/import-samples-form";
import { PageActions } from "./parts/page-actions";
import { importSamplesLabel } from "./parts/standard-comment-file.server";
import { labelsOf, StandardCommentFilters } from "./parts/standard-comment-filters";
import { RowActions, standardCommentCells } from "./parts/standard-comment-rows";

export const handle = { hasList: true };

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "standard-comment.read");
  const filter = readStandardCommentFilter(url.searchParams);
  const { rows, page, total } = await readPage(standardCommentList(viewer, filter), filter.page, filter.rows);
  const mayManage = may(viewer, "standard-comment.manage");
  return {
    rows: rows.map(shownFields),
    total,
    note: noteOnShortSearch(filter.q),
    filter: { ...filter, page },
    cities: await cityOptions(viewer),
    mayManage,
    /** Offered while there is nothing else. */
    samples:
      mayManage && total === 0 && !isFiltered(filter)
        ? { label: importSamplesLabel(), idempotencyKey: newIdempotencyKey() }
        : undefined,
  };
}

const isFiltered = ({ q, discipline, cityId }: StandardCommentFilter) =>
  Boolean(q || discipline || cityId !== undefined);

const shownLength = 160;

function shownFields({ cityId, kind, cityCode, updatedAt, text, ...shown }: ListedStandardComment) {
  const characters = [...text];
  const isCut = characters.length > shownLength;
  return { ...shown, text: characters.slice(0, shownLength).join(""), isCut };
}

export default function StandardComments({ loaderData }: Route.ComponentProps) {
  const { filter, cities, rows, total, note, mayManage, samples } = loaderData;
  const addressOf = (next: StandardCommentFilter) => `.${standardCommentQuery(next)}`;
  const chips = chipsOf(filter, addressOf, labelsOf(filter, cities));
  return (
    <>
      <PageHeader
        title="Standard comments"
        subtitle="Texts from which plan reviewers write corrections"
        back={{ to: "/employee-dashboard", label: "Back to dashboard" }}
        actions={<PageActions {...loaderData} />}
      />
      <div className="card">
        <StandardCommentFilters filter={filter} cities={cities} />
        <FilterChips
          count={withNotes(pluralize(total, "standard comment", "standard comments"), [note])}
          chips={chips}
          clearTo=".?"
        />
        <RowsTable
          caption="Standard comments"
          rowHeading="title"
          columns={standardCommentColumns}
          cells={standardCommentCells(mayManage)}
          rows={rows}
          actions={mayManage ? (row) => <RowActions row={row} /> : undefined}
          empty={{ title: "No standard comments found", hint: emptyHint(chips.length > 0, mayManage) }}
          pager={
            <Pager
              page={filter.page}
              total={total}
              noun="standard comments"
              size={filter.rows}
              href={(page) => addressOf({ ...filter, page })}
              rowsHref={(rows) => addressOf({ ...filter, page: undefined, rows })}
            />
          }
        />
        {samples && <ImportSamplesForm {...samples} />}
      </div>
      <Outlet />
    </>
  );
}

function emptyHint(isFiltered: boolean, mayManage: boolean): string {
  if (isFiltered) return "Try adjusting your search criteria.";
  return mayManage
    ? "Add the first one, import a CSV file, or begin with samples of all disciplines."
    : "Administrators add them here.";
}
