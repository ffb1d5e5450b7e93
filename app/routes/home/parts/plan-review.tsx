import { Link } from "react-router";
import { assignmentDue, assignmentStatusOptions } from "~/models/assignments/assignment";
import { addressOfCalendar } from "~/models/assignments/calendar-filter";
import type { HomeQueue } from "~/models/dashboard/home-queue";
import { workFilterQuery, workViewOptions } from "~/models/dashboard/work-filter";
import { optionsInLines } from "~/models/option-lines";
import { notSearchedInPermits } from "~/models/permits/permit-filter";
import { pluralize } from "~/models/pluralize";
import { Badge, PausedBadge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { reviewAddress } from "~/ui/corrections/review-address";
import { AssignmentBadge } from "~/ui/corrections/review-decision";
import { DueDay } from "~/ui/day";
import { cappedNote, FilterForm, FilterSelect, ResultCount, SearchField, withNotes } from "~/ui/filter-form";
import { HomeQueueCard } from "~/ui/home-queue";
import { ManyAssignmentsBar, tickOfAssignment } from "~/ui/many-assignments";
import { PageHeader } from "~/ui/page-header";
import { Pager } from "~/ui/pager";
import { PermitOfRow } from "~/ui/permit-of-row";
import { Statistics, StatisticsStrip } from "~/ui/statistics";
import { type Cells, RowsTable } from "~/ui/table";
import { WorkLinks } from "~/ui/work-links";
import type { PlanReviewData } from "./plan-review.server";

type PlanReviewProps = { data: PlanReviewData; queue?: HomeQueue };

/** The work of one reviewer or of all; on the home page it begins with what is next. */
export function PlanReview({ data, queue }: PlanReviewProps) {
  const { statistics, counts, work, total, page } = data;
  return (
    <>
      <PageHeader title="My Plan Check Dashboard" actions={!queue && <WorkLinks />} />
      {queue && <HomeQueueCard queue={queue} footer={<WorkLinks />} />}
      <Card title="Assignments" aside={<ResultCount>{resultLine(data)}</ResultCount>} flush>
        <Filters data={data} />
        <ManyAssignmentsBar rows={work} mayAssign={data.mayAssign} />
        <RowsTable
          caption="Assignments"
          rowHeading="number"
          columns={columns}
          cells={cellsOf(data)}
          rows={work}
          tick={tickOfAssignment}
          empty={{ title: "No assignments found", hint: emptyHint(data) }}
          pager={
            <Pager
              page={page}
              total={total}
              noun="assignments"
              size={data.rows}
              href={(number) => workFilterQuery({ ...data, page: number })}
              rowsHref={(rows) => workFilterQuery({ ...data, page: 1, rows })}
            />
          }
        />
      </Card>
      {statistics.totalPermits > 0 && (
        <>
          <StatisticsStrip statistics={statistics} />
          <Statistics
            items={[
              {
                label: "Total Assignments",
                value: counts.total,
                hint: "In the permits' current review cycle",
              },
              { label: "Pending Work", value: <PendingWork data={data} />, hint: "Assigned or in progress" },
              { label: "Completed", value: counts.completed, hint: "In the current review cycle" },
            ]}
          />
        </>
      )}
    </>
  );
}

/** Leads to the calendar's open assignments. */
const PendingWork = ({ data: { counts, employeeId } }: { data: PlanReviewData }) => (
  <Link to={addressOfCalendar({ view: "open", employeeId })} aria-label={`${counts.pending} in the calendar`}>
    {counts.pending}
  </Link>
);

function emptyHint({ q, view, status, reviewers, employeeId }: PlanReviewData): string {
  if (q || view || status) return "Try adjusting your search or filter criteria.";
  if (reviewers === null) return "Reviews that are assigned to you appear here.";
  return employeeId === undefined
    ? "Assign plan reviewers on the page of a permit."
    : "Choose another plan reviewer.";
}

const cappedOfView = "Only the 1,000 that are due first are listed.";
const cappedOfReviewer = "Of completed reviews, only the 10,000 that were due last are looked at.";

const resultLine = ({ total, q, employeeId, isCapped, note }: PlanReviewData): string =>
  withNotes(pluralize(total, "assignment", "assignments"), [
    isCapped && (!q ? cappedOfView : employeeId === undefined ? cappedNote : cappedOfReviewer),
    note,
  ]);

function Filters({ data }: { data: PlanReviewData }) {
  const { reviewers } = data;
  return (
    <FilterForm values={data}>
      <SearchField
        name="q"
        placeholder="Search by number, name or address..."
        notSearched={notSearchedInPermits}
      />
      <FilterSelect name="view" label="Show" placeholder="All Assignments" options={workViewOptions} />
      <FilterSelect
        name="status"
        label="Status"
        placeholder="All Statuses"
        options={assignmentStatusOptions}
      />
      {reviewers !== null && (
        <FilterSelect
          name="employeeId"
          label="Plan reviewer"
          placeholder="All Employees"
          options={optionsInLines(reviewers)}
        />
      )}
    </FilterForm>
  );
}

const columns = {
  number: { heading: "Permit" },
  discipline: { heading: "Discipline" },
  reviewer: { heading: "Plan reviewer" },
  status: { heading: "Status" },
  due: { heading: "Due Date" },
};

type Work = PlanReviewData["work"][number];

const cellsOf = ({ reviewers, today }: PlanReviewData): Cells<typeof columns, Work> => ({
  number: (work) => (
    <PermitOfRow permit={work} to={reviewAddress(work)}>
      {work.projectName} · {work.cityName}
    </PermitOfRow>
  ),
  discipline: ({ discipline }) => <span className="whitespace-nowrap">{discipline}</span>,
  reviewer: reviewers !== null && (({ employeeName }) => employeeName),
  status: (work) => (
    <span className="row">
      <AssignmentBadge {...work} />
      <PausedBadge status={work.permitStatus} />
      {work.isReturned && <Badge tone="orange">Returned</Badge>}
      {work.toBackCheck > 0 && <Badge tone="yellow">{work.toBackCheck} to back-check</Badge>}
    </span>
  ),
  due: (work) => <DueDay date={work.employeeDueDate} due={assignmentDue(work, today)} />,
});
