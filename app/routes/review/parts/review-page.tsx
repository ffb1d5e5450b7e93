import { assignmentDue, assignmentStatusOptions } from "~/models/assignments/assignment";
import type { Assignment } from "~/models/assignments/assignment.server";
import { failures } from "~/models/failures";
import { permitNumberText, reviewLabel } from "~/models/permits/permit";
import { pluralize } from "~/models/pluralize";
import { DisciplineBadges, PlainBadge } from "~/ui/badge";
import { Button, DialogButton } from "~/ui/button";
import { Card, EmptyState, Fact, Facts, WideFact } from "~/ui/card";
import { DecideLink, ReviewBadge } from "~/ui/corrections/review-decision";
import { Day } from "~/ui/day";
import { SelectField } from "~/ui/fields";
import { FilterForm, FilterSelect, ResultCount } from "~/ui/filter-form";
import { useFormResult } from "~/ui/form-result";
import { usePageAddress } from "~/ui/page-address";
import { PageHeader } from "~/ui/page-header";
import { PermitNumber } from "~/ui/permit-number";
import { PermitStrip } from "~/ui/permit-strip";
import { AssignmentsCard } from "~/ui/permits/assignments-card";
import { Discussion } from "~/ui/permits/discussion";
import { PlanCheckCard } from "~/ui/permits/plan-check-card";
import { FileLines, newestOwnFileId, ZipLinks } from "~/ui/permits/plan-files-card";
import { LogTime, TimePanel } from "~/ui/permits/time-panel";
import { UploadForm } from "~/ui/permits/upload-form";
import { expectedVersion, PostForm } from "~/ui/post-form";
import { SheetStrip } from "~/ui/sheets/sheet-strip";
import { FailureOfGoneForm } from "~/ui/toast";
import { RowUndo } from "~/ui/undo-form";
import { CorrectionsCard } from "./corrections-card";
import type { PermitReview } from "./load-review.server";

type ReviewProps = { review: PermitReview };

export function ReviewPage({ review }: ReviewProps) {
  const { corrections } = review;
  return (
    <>
      <Header review={review} />
      {review.time?.mayLog && !review.time.reviewers && <LogTime time={review.time} isRow />}
      <div className="columns">
        <div className="min-w-0">
          {corrections && <CorrectionsCard corrections={corrections} />}
          <ProjectInformation review={review} />
          <PlanFiles review={review} />
          <Discussion discussion={review.discussion} />
        </div>
        <div className="min-w-0">
          <Work review={review} />
          {corrections && <PlanCheckCard planCheck={corrections.planCheck} cycle={corrections.cycle} />}
          {review.time && <TimePanel time={review.time} />}
          {!(review.showsAllReviewers && review.discipline === null) && (
            <AssignmentsCard detail={review} assignments={review.summaries} />
          )}
        </div>
      </div>
    </>
  );
}

function Header({ review: { permit, strip, discipline, showsAllReviewers } }: ReviewProps) {
  return (
    <PageHeader
      back={
        showsAllReviewers
          ? { to: `/permits/${permit.id}`, label: "Back to the permit" }
          : { to: "/employee-dashboard", label: "Back to dashboard" }
      }
      title={<PermitNumber permit={permit} />}
      documentTitle={permitNumberText(permit)}
      subtitle={`Plan Review - ${permit.projectName}${discipline ? ` · ${discipline}` : ""}`}
      strip={<PermitStrip strip={strip} />}
      actions={<PlainBadge tone="grey">{permit.city.cityName}</PlainBadge>}
    />
  );
}

function ProjectInformation({ review: { permit, ownDisciplines } }: ReviewProps) {
  return (
    <Card title="Project information" aside={<PlainBadge tone="blue">{permit.reviewCycle}</PlainBadge>}>
      <Facts>
        <Fact label="Project name">{permit.projectName}</Fact>
        <Fact label="Address">{permit.projectAddress}</Fact>
        <Fact label="City permit number">{permit.cityPermitNumber}</Fact>
        <Fact label="My Assigned Disciplines">
          {ownDisciplines.length > 0 && <DisciplineBadges disciplines={ownDisciplines} />}
        </Fact>
        <WideFact label="Description">{permit.projectDescription}</WideFact>
      </Facts>
    </Card>
  );
}

function PlanFiles({ review }: ReviewProps) {
  const { files, sheets, cycle, cycles, upload, discipline, zipLinks } = review;
  return (
    <Card
      title="Plan Files"
      id="plan-files"
      aside={
        <>
          <ResultCount className="sr-only">{pluralize(files.length, "plan file", "plan files")}</ResultCount>
          <span className="small hidden print:block">{reviewLabel(cycle)}</span>
        </>
      }
      flush
    >
      {sheets && <SheetStrip base={`/permits/${review.permit.id}/sheets`} strip={sheets} />}
      <FilterForm values={{ reviewCycle: cycle }}>
        <FilterSelect
          name="reviewCycle"
          label="Review cycle"
          options={cycles.map((value) => ({ value, label: reviewLabel(value) }))}
        />
        {discipline && <input type="hidden" name="discipline" value={discipline} />}
      </FilterForm>
      {files.length === 0 ? (
        <EmptyState title="No files for this review cycle" />
      ) : (
        <FileLines files={files} />
      )}
      <ZipLinks links={zipLinks} />
      {upload && <UploadForm key={newestOwnFileId(files)} upload={upload} shownCycle={cycle} />}
    </Card>
  );
}

function Work({ review }: ReviewProps) {
  const { assignments, earlier, showsAllReviewers, workTitle } = review;
  return (
    <Card title={workTitle} id="reviews" flush>
      <FailureOfGoneForm sentTo="status" />
      {assignments.length === 0 && <EmptyState title="No assignments for this permit" />}
      {assignments.map((assignment) => (
        <Task key={assignment.id} assignment={assignment} review={review} />
      ))}
      {earlier.length > 0 && (
        <details className="cycle">
          <summary>Earlier review cycles</summary>
          <ul className="lines">
            {earlier.map(({ id, reviewCycle, discipline, employeeName, status, decision, comment }) => (
              <li key={id} className="stacked">
                <span>
                  {reviewCycle} · {discipline}
                  {showsAllReviewers && <span className="block">{employeeName}</span>}
                </span>
                <ReviewBadge
                  assignment={{ status, decision }}
                  needsDecision={false}
                  approvalWording={review.permit.city.approvalWording}
                />
                {comment && <p className="note wide">{comment}</p>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

function useStatusResult(assignmentId: number) {
  const result = useFormResult("status");
  const isOwn = result?.submission.initialValue?.assignmentId === String(assignmentId);
  const formResult = isOwn ? result : undefined;
  return { formResult, current: formResult?.current as Pick<Assignment, "status"> | undefined };
}

function StatusForm({ assignment }: Pick<TaskProps, "assignment">) {
  const { addressOf } = usePageAddress();
  const { id, status, updatedAt } = assignment;
  const { formResult, current } = useStatusResult(id);
  return (
    <PostForm
      failure={failures.updateAssignment}
      action={addressOf({ status: "" })}
      preventScrollReset
      className="row"
    >
      <input type="hidden" name="assignmentId" value={id} />
      <input type="hidden" name="seen" value={expectedVersion(formResult, updatedAt)} />
      <SelectField
        key={status}
        field={{
          id: `status-${id}`,
          name: "status",
          initialValue: formResult?.submission.initialValue?.status ?? current?.status ?? status,
        }}
        label="Status"
        options={assignmentStatusOptions}
        required
      />
      <Button>Save</Button>
    </PostForm>
  );
}

type TaskProps = ReviewProps & { assignment: PermitReview["assignments"][number] };

function Task({ assignment, review }: TaskProps) {
  const { id, discipline, employeeName, employeeDueDate, decision, comment } = assignment;
  const { current } = useStatusResult(id);
  const { status } = current ?? assignment;
  const { today } = review;
  const due = assignmentDue({ ...assignment, status, permitStatus: review.permit.status }, today);
  return (
    <fieldset className="card-body stack cycle min-w-0" aria-label={discipline}>
      <div className="row spread">
        <span className="min-w-0">
          <strong>{discipline}</strong>
          {review.showsAllReviewers && <span className="block">{employeeName}</span>}
        </span>
        <ReviewBadge
          assignment={{ status, decision }}
          needsDecision={review.permit.city.usesCorrections}
          approvalWording={review.permit.city.approvalWording}
        />
        <RowUndo of={`assignment ${id}`} />
      </div>
      {assignment.returned && <p className="note yellow">{assignment.returned}</p>}
      {review.corrections && <DecideLink assignment={assignment} corrections={review.corrections} />}
      <p className={due && due.days < 0 ? "small late" : "small"}>
        Due {employeeDueDate ? <Day date={employeeDueDate} /> : "Not set"}
        {due && ` · ${due.label}`}
      </p>
      {/* After the release of the letter, the status stays as it is. */}
      {!review.corrections?.released && <StatusForm assignment={assignment} />}
      {comment && <p className="note">{comment}</p>}
      <DialogButton
        size="small"
        to={`assignments/${id}/notes`}
        label={comment ? "Edit review notes" : "Add review notes"}
      />
    </fieldset>
  );
}
