import { Link } from "react-router";
import { entriesOnPage, formatHours, formatMonth } from "~/models/hours/time-entry";
import { pack } from "~/models/packed";
import { viewerOf } from "~/platform/http/viewer.server";
import { Card, EmptyState } from "~/ui/card";
import { FilterForm, FilterSelect, ResultCount } from "~/ui/filter-form";
import { PageHeader } from "~/ui/page-header";
import { Pager } from "~/ui/pager";
import { useUnpacked } from "~/ui/use-unpacked";
import type { Route } from "./+types/hours";
import { HoursTable } from "./parts/hours-table";
import { type HoursData, loadHours } from "./parts/load-hours.server";
import { addressOfMonth, MonthNavigation } from "./parts/month-navigation";
import { WeekSheet } from "./parts/week-sheet";
import { submitWeekSheet } from "./parts/week-sheet.server";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export const loader = async ({ url, context }: Route.LoaderArgs) =>
  pack(await loadHours(viewerOf(context, "time-entry.read"), url));

export function action({ request, url, context }: Route.ActionArgs) {
  return submitWeekSheet(request, viewerOf(context, "time-entry.write"), url);
}

export default function Hours({ loaderData }: Route.ComponentProps) {
  const hours = useUnpacked(loaderData);
  const { month, week, reviewer, reviewers, entries, total, page, quarterHours } = hours;
  return (
    <>
      <PageHeader
        title="Hours"
        subtitle={[reviewer?.name, formatMonth(month)].filter(Boolean).join(" · ")}
        actions={
          reviewer && (
            <a href={`/hours.csv${addressOfMonth(hours, month)}`} download className="button">
              Download CSV
            </a>
          )
        }
      />
      {week && <WeekSheet key={week.version} week={week} />}
      <Card
        title={formatMonth(month)}
        id="month"
        aside={<MonthNavigation {...hours} />}
        footer={
          reviewer !== null && (
            <ResultCount className="font-semibold">Month total {formatHours(quarterHours)}</ResultCount>
          )
        }
        flush
      >
        {reviewers && <ReviewerChooser {...hours} />}
        {reviewer === null && reviewers ? (
          <NobodyChosen reviewers={reviewers} />
        ) : total === 0 ? (
          <EmptyState title="No hours this month" hint="Log hours on a permit's page." />
        ) : (
          <HoursTable month={month} entries={entries} />
        )}
        {total > entriesOnPage && (
          <Pager
            page={page}
            total={total}
            size={entriesOnPage}
            noun="entries"
            href={(number) => `${addressOfMonth(hours, month, number)}#month`}
          />
        )}
      </Card>
    </>
  );
}

const NobodyChosen = ({ reviewers }: { reviewers: unknown[] }) =>
  reviewers.length === 0 ? (
    <EmptyState
      title="There is no plan reviewer yet"
      hint={
        <>
          <Link to="/employees/new">Add a plan reviewer</Link> first.
        </>
      }
    />
  ) : (
    <EmptyState
      title="No plan reviewer chosen"
      hint="Choose a plan reviewer to see the hours of this month."
    />
  );

function ReviewerChooser({ month, employeeId, isReviewer, reviewers }: HoursData) {
  return (
    <FilterForm values={{ employeeId }}>
      <input type="hidden" name="month" value={month} />
      <FilterSelect
        name="employeeId"
        label="Plan reviewer"
        placeholder={isReviewer ? "My hours" : "Choose a plan reviewer"}
        options={reviewers ?? []}
      />
    </FilterForm>
  );
}
