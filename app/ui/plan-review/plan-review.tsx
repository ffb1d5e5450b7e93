import { notSearchedInPermits, shortSearchNote } from "~/models/permits/permit-filter";
import { assignmentDue, assignmentStatusOptions } from "~/models/plan-review/assignment";
import { workFilterQuery, workViewOptions } from "~/models/plan-review/work-filter";
import { pluralize } from "~/models/pluralize";
import type { PlanReviewData } from "~/pages/plan-review/plan-review.server";
import { Badge } from "../badge";
import { ButtonLink } from "../button";
import { Card } from "../card";
import { Day } from "../day";
import { FilterForm, SearchField } from "../filter-form";
import { PageHeader } from "../page-header";
import { Pager } from "../pager";
import { PausedBadge } from "../paused-badge";
import { PermitNumber } from "../permit-number";
import { ResultCount } from "../result-count";
import { SelectField } from "../select-field";
import { EmptyState } from "../sheet";
import { Statistics } from "../statistics";
import { StatisticsStrip } from "../statistics-strip";
import { Cell, Row, RowHeading, RowLink, Table } from "../table";
import { reviewAddress } from "./review-address";
import { AssignmentBadge } from "./review-decision";

export function PlanReview({ data }: { data: PlanReviewData }) {
  const { statistics, counts, work, total, page } = data;
  return (
    <>
      <PageHeader
        title="My Plan Check Dashboard"
        actions={
          <>
            <ButtonLink to="/standard-comments">Standard comments</ButtonLink>
            <ButtonLink to="/plan-checks">Plan checks</ButtonLink>
            <ButtonLink to="/hours">Hours</ButtonLink>
          </>
        }
      />
      <StatisticsStrip statistics={statistics} />
      <Statistics
        items={[
          { label: "Total Assignments", value: counts.total, hint: "In the permits' current review cycle" },
          { label: "Pending Work", value: counts.pending, hint: "Assigned or in progress" },
          { label: "Completed", value: counts.completed, hint: "In the current review cycle" },
        ]}
      />
      <Card title="Assignments" aside={<ResultCount>{resultLine(data)}</ResultCount>} flush>
        <Filters data={data} />
        {work.length === 0 ? (
          <EmptyState title="No assignments found" hint={emptyHint(data)} />
        ) : (
          <WorkTable data={data} />
        )}
        {total > 0 && (
          <Pager
            page={page}
            total={total}
            noun="assignments"
            href={(number) => workFilterQuery({ ...data, page: number })}
          />
        )}
      </Card>
    </>
  );
}

function emptyHint({ q, view, status, reviewers }: PlanReviewData): string {
  if (q || view || status) return "Try adjusting your search or filter criteria.";
  return reviewers === null
    ? "Reviews that are assigned to you appear here."
    : "Choose another plan reviewer.";
}

function resultLine({ total, isCapped, isShort }: PlanReviewData): string {
  const notes = [
    isCapped && "Only the newest 1,000 permits that match are looked at.",
    isShort && shortSearchNote,
  ].filter(Boolean);
  const count = pluralize(total, "assignment", "assignments");
  return notes.length === 0 ? count : [`${count}.`, ...notes].join(" ");
}

function Filters({ data: { reviewers, q, view, status, employeeId } }: { data: PlanReviewData }) {
  return (
    <FilterForm>
      <SearchField
        id="work-search"
        name="q"
        value={q}
        placeholder="Search by number, name or address..."
        notSearched={notSearchedInPermits}
      />
      <SelectField
        field={{ id: "work-view", name: "view", initialValue: view }}
        label="Show"
        placeholder="All Assignments"
        options={workViewOptions}
      />
      <SelectField
        field={{ id: "work-status", name: "status", initialValue: status }}
        label="Status"
        placeholder="All Statuses"
        options={assignmentStatusOptions}
      />
      {reviewers !== null && (
        <SelectField
          field={{ id: "work-reviewer", name: "employeeId", initialValue: employeeId }}
          label="Plan reviewer"
          placeholder="All Employees"
          options={reviewers}
        />
      )}
    </FilterForm>
  );
}

function WorkTable({ data: { work, reviewers, today } }: { data: PlanReviewData }) {
  const columns = [
    { key: "number", label: "Permit" },
    { key: "discipline", label: "Discipline" },
    ...(reviewers !== null ? [{ key: "reviewer", label: "Plan reviewer" }] : []),
    { key: "status", label: "Status" },
    { key: "due", label: "Due Date" },
  ];
  return (
    <Table caption="Assignments" columns={columns}>
      {work.map((assignment) => {
        const due = assignmentDue(assignment, today);
        return (
          <Row key={assignment.id}>
            <RowHeading label="Permit">
              <RowLink to={reviewAddress(assignment)}>
                <PermitNumber permit={assignment} />
              </RowLink>
              <div className="small">
                {assignment.projectName} · {assignment.cityName}
              </div>
            </RowHeading>
            <Cell label="Discipline">
              <span className="whitespace-nowrap">{assignment.discipline}</span>
            </Cell>
            {reviewers !== null && <Cell label="Plan reviewer">{assignment.employeeName}</Cell>}
            <Cell label="Status">
              <span className="row">
                <AssignmentBadge {...assignment} />
                <PausedBadge status={assignment.permitStatus} />
                {assignment.isReturned && <Badge tone="orange">Returned</Badge>}
                {assignment.toBackCheck > 0 && (
                  <Badge tone="yellow">{assignment.toBackCheck} to back-check</Badge>
                )}
              </span>
            </Cell>
            <Cell label="Due Date">
              <Day date={assignment.employeeDueDate} isLate={due && due.days < 0} />
              {due && <div className="small">{due.label}</div>}
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}
