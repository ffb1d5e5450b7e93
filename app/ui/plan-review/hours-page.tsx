import { queryOf } from "~/models/address";
import { formatHours, formatMonth, timeEntryColumns } from "~/models/plan-review/time-entry";
import type { HoursData } from "~/pages/plan-review/hours.server";
import { ButtonLink } from "../button";
import { Card, EmptyState } from "../card";
import { Day } from "../day";
import { SelectField } from "../fields";
import { FilterForm, ResultCount } from "../filter-form";
import { PageHeader } from "../page-header";
import { PermitOfRow } from "../permit-number";
import { type Cells, RowsTable } from "../table";
import { reviewAddress } from "./review-address";

type HoursProps = { hours: HoursData };

export function HoursPage({ hours }: HoursProps) {
  const { month, reviewer, days, quarterHours } = hours;
  const address = addressOf(hours, month);
  return (
    <>
      <PageHeader
        title="Hours"
        subtitle={[reviewer?.name, formatMonth(month)].filter(Boolean).join(" · ")}
        actions={
          reviewer && (
            <a href={`/hours.csv${address}`} download className="button">
              Download CSV
            </a>
          )
        }
      />
      <Card
        title={formatMonth(month)}
        aside={<MonthNavigation hours={hours} />}
        footer={
          reviewer !== null && (
            <ResultCount className="font-semibold">Month total {formatHours(quarterHours)}</ResultCount>
          )
        }
        flush
      >
        {hours.reviewers && <ReviewerChooser hours={hours} />}
        {reviewer === null && hours.reviewers ? (
          <EmptyState
            title="No plan reviewer chosen"
            hint="Choose a plan reviewer to see the hours of this month."
          />
        ) : days.length === 0 ? (
          <EmptyState title="No hours this month" hint="Log hours on a permit's page." />
        ) : (
          <HoursTable hours={hours} />
        )}
      </Card>
    </>
  );
}

const addressOf = ({ employeeId }: HoursData, month: string): string => queryOf({ month, employeeId });

function MonthNavigation({ hours }: HoursProps) {
  const { previous, next } = hours;
  return (
    <nav aria-label="Months" className="row">
      {previous && (
        <ButtonLink to={addressOf(hours, previous)} size="small" preventScrollReset>
          <span aria-hidden="true">←</span>
          <span className="sr-only">Previous month,</span> {formatMonth(previous)}
        </ButtonLink>
      )}
      {next && (
        <ButtonLink to={addressOf(hours, next)} size="small" preventScrollReset>
          <span className="sr-only">Next month,</span> {formatMonth(next)}
          <span aria-hidden="true">→</span>
        </ButtonLink>
      )}
    </nav>
  );
}

function ReviewerChooser({ hours: { month, employeeId, isReviewer, reviewers } }: HoursProps) {
  return (
    <FilterForm>
      <input type="hidden" name="month" value={month} />
      <SelectField
        field={{ id: "hours-reviewer", name: "employeeId", initialValue: employeeId }}
        label="Plan reviewer"
        placeholder={isReviewer ? "My hours" : "Choose a plan reviewer"}
        options={reviewers ?? []}
      />
    </FilterForm>
  );
}

type Entry = HoursData["days"][number]["entries"][number] & {
  /** The quarter hours of the day; null except for the first entry of a day. */
  dayTotal: number | null;
};

const cells: Cells<typeof timeEntryColumns, Entry> = {
  workDate: ({ workDate, dayTotal }) => (
    <>
      <Day date={workDate} />
      {dayTotal !== null && <div className="small">{formatHours(dayTotal)} this day</div>}
    </>
  ),
  permit: (entry) => (
    <PermitOfRow permit={entry} to={reviewAddress(entry)}>
      {entry.projectName} · {entry.cityName}
    </PermitOfRow>
  ),
  discipline: ({ discipline }) => <span className="whitespace-nowrap">{discipline}</span>,
  reviewCycle: ({ reviewCycle }) => reviewCycle,
  description: ({ description }) => description ?? <span className="quiet">–</span>,
  quarterHours: ({ quarterHours }) => formatHours(quarterHours),
};

function HoursTable({ hours: { month, days } }: HoursProps) {
  const rows = days.flatMap(({ quarterHours, entries }) =>
    entries.map((entry, position) => ({ ...entry, dayTotal: position === 0 ? quarterHours : null })),
  );
  return (
    <RowsTable
      caption={`Hours in ${formatMonth(month)}`}
      rowHeading="permit"
      columns={timeEntryColumns}
      cells={cells}
      rows={rows}
    />
  );
}
