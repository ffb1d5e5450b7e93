import { firstDate } from "~/models/calendar-date";
import { today } from "~/models/clock.server";
import { addMonths, formatHours, formatMonth, monthOf } from "~/models/hours/time-entry";
import { listTimesheetReviewers, type TimeEntry } from "~/models/hours/time-entry-list.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { Card, EmptyState } from "~/ui/card";
import { FilterForm, FilterSelect, ResultCount } from "~/ui/filter-form";
import { PageHeader } from "~/ui/page-header";
import type { Route } from "./+types/hours";
import { HoursTable } from "./parts/hours-table";
import { addressOfMonth, MonthNavigation } from "./parts/month-navigation";
import { hasOwnTimesheet, readRequestedTimesheet } from "./parts/timesheet.server";
import { WeekSheet } from "./parts/week-sheet";
import { loadWeekSheet, submitWeekSheet } from "./parts/week-sheet.server";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "time-entry.read");
  const reviewers = await listTimesheetReviewers(viewer);
  const { reviewer, days, ...timesheet } = await readRequestedTimesheet(viewer, url, reviewers);
  return {
    ...timesheet,
    reviewer,
    week: reviewer && (await loadWeekSheet(viewer, reviewer.id, url)),
    days: days.map((day) => ({ ...day, entries: day.entries.map(shownFields) })),
    employeeId: reviewer && reviewer.id !== viewer.employeeId ? reviewer.id : undefined,
    isReviewer: hasOwnTimesheet(viewer, reviewers),
    reviewers,
    previous: timesheet.month > monthOf(firstDate) ? addMonths(timesheet.month, -1) : null,
    // Hours cannot be logged for a future day.
    next: timesheet.month < monthOf(today()) ? addMonths(timesheet.month, 1) : null,
  };
}

export function action({ request, url, context }: Route.ActionArgs) {
  return submitWeekSheet(request, viewerOf(context, "time-entry.write"), url);
}

const shownFields = ({ employeeId, employeeName, mayChange, permit, updatedAt, ...shown }: TimeEntry) =>
  shown;

type HoursData = Route.ComponentProps["loaderData"];

export default function Hours({ loaderData }: Route.ComponentProps) {
  const { month, week, reviewer, reviewers, days, quarterHours } = loaderData;
  return (
    <>
      <PageHeader
        title="Hours"
        subtitle={[reviewer?.name, formatMonth(month)].filter(Boolean).join(" · ")}
        actions={
          reviewer && (
            <a href={`/hours.csv${addressOfMonth(loaderData, month)}`} download className="button">
              Download CSV
            </a>
          )
        }
      />
      {week && <WeekSheet key={week.version} week={week} />}
      <Card
        title={formatMonth(month)}
        aside={<MonthNavigation {...loaderData} />}
        footer={
          reviewer !== null && (
            <ResultCount className="font-semibold">Month total {formatHours(quarterHours)}</ResultCount>
          )
        }
        flush
      >
        {reviewers && <ReviewerChooser {...loaderData} />}
        {reviewer === null && reviewers ? (
          <EmptyState
            title="No plan reviewer chosen"
            hint="Choose a plan reviewer to see the hours of this month."
          />
        ) : days.length === 0 ? (
          <EmptyState title="No hours this month" hint="Log hours on a permit's page." />
        ) : (
          <HoursTable month={month} days={days} />
        )}
      </Card>
    </>
  );
}

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
