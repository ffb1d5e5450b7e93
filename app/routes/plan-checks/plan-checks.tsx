import { Link } from "react-router";
import { cityOptions } from "~/models/cities/city.server";
import { today } from "~/models/clock.server";
import { listPlanChecksInTab } from "~/models/plan-checks/plan-check-list.server";
import {
  planCheckQuery,
  planCheckTabs,
  planCheckViews,
  readPlanCheckFilter,
} from "~/models/plan-checks/plan-check-view";
import { pluralize } from "~/models/pluralize";
import { noteOnShortSearch } from "~/platform/db/text-search.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { CountTabs } from "~/ui/count-tabs";
import { cappedNote, chipsOf, FilterChips, withNotes } from "~/ui/filter-form";
import { PageHeader } from "~/ui/page-header";
import { Pager } from "~/ui/pager";
import { RowsTable } from "~/ui/table";
import type { Route } from "./+types/plan-checks";
import { labelsOf, PlanCheckFilters } from "./parts/plan-check-filters";
import { planCheckCells, planCheckListColumns } from "./parts/plan-check-rows";

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "plan-check.browse");
  const filter = readPlanCheckFilter(url.searchParams);
  const day = today();
  const { page, ...list } = await listPlanChecksInTab(viewer, filter, day);
  return {
    ...list,
    note: noteOnShortSearch(filter.q),
    filter: { ...filter, page },
    cities: await cityOptions(viewer),
    today: day,
  };
}

export default function PlanChecks({ loaderData: list }: Route.ComponentProps) {
  const { filter, cities, rows, counts, today } = list;
  const { label, empty } = planCheckViews[filter.view];
  const chips = chipsOf(filter, planCheckQuery, labelsOf(filter, cities));
  return (
    <>
      <PageHeader
        title="Plan checks"
        subtitle="The current review cycle of each permit, by what it waits for"
        back={{ to: "/employee-dashboard", label: "Back to Plan Review" }}
        actions={
          <Link to={planCheckQuery({ ...filter, view: "closed", page: undefined })}>
            Ended as not applicable ({counts.closed.toLocaleString("en-US")})
          </Link>
        }
      />
      <div className="card">
        <CountTabs
          label="Plan checks by state"
          tabs={planCheckTabs(counts, (view) => planCheckQuery({ ...filter, view, page: undefined }))}
          current={label}
        />
        <PlanCheckFilters filter={filter} cities={cities} />
        <FilterChips count={resultLine(list)} chips={chips} clearTo={planCheckQuery({ view: filter.view })} />
        <RowsTable
          caption={`Plan checks: ${label}`}
          rowHeading="permit"
          columns={planCheckListColumns}
          cells={planCheckCells({ view: filter.view, today })}
          rows={rows}
          empty={
            chips.length > 0
              ? { title: "No plan checks found", hint: "Try adjusting your search or filter criteria." }
              : { title: empty }
          }
          pager={
            <Pager
              page={filter.page}
              total={counts[filter.view]}
              noun="plan checks"
              size={filter.rows}
              href={(page) => planCheckQuery({ ...filter, page })}
              rowsHref={(rows) => planCheckQuery({ ...filter, page: undefined, rows })}
            />
          }
        />
      </div>
    </>
  );
}

const resultLine = ({ filter, counts, isCapped, note }: Route.ComponentProps["loaderData"]): string =>
  withNotes(pluralize(counts[filter.view], "plan check", "plan checks"), [isCapped && cappedNote, note]);
