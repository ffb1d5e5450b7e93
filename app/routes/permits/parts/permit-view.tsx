import type { ReactNode } from "react";
import { isDone } from "~/models/assignments/assignment";
import type { GroupedName } from "~/models/columns";
import { isFinal, permitDueStatus, projectTypes, reviewCycles } from "~/models/permits/permit";
import type { permitColumns } from "~/models/permits/permit-columns";
import { DisciplineBadges } from "~/ui/badge";
import { ButtonLink, DialogButton } from "~/ui/button";
import { Card, Fact, Facts, InOrder, WideFact } from "~/ui/card";
import { Day } from "~/ui/day";
import { AnswerLines } from "~/ui/letters/answer-lines";
import { LetterList } from "~/ui/letters/letter-list";
import { ApplicantCard } from "~/ui/permits/applicant-card";
import { AssignmentsCard } from "~/ui/permits/assignments-card";
import { Discussion } from "~/ui/permits/discussion";
import { PlanCheckDetailCard } from "~/ui/permits/plan-check-card";
import { PlanFilesCard } from "~/ui/permits/plan-files-card";
import { TimePanel } from "~/ui/permits/time-panel";
import { RowUndo } from "~/ui/undo-form";
import type { PermitDetail } from "./load-permit.server";
import { PermitHistory } from "./permit-history";

type PermitPageProps = { detail: PermitDetail };

type Assignment = PermitDetail["assignments"][number];

type LetterButtonsProps = { detail: PermitDetail; letters: NonNullable<PermitDetail["letters"]> };

function LetterButtons({ detail: { permit, planCheck, strip }, letters }: LetterButtonsProps) {
  return (
    <>
      {planCheck?.isInReview &&
        !isFinal(permit.status) &&
        strip.step?.to !== `/permits/${permit.id}/letter` && (
          <ButtonLink size="small" to={`/permits/${permit.id}/letter`}>
            Check and release letter
          </ButtonLink>
        )}
      {letters.mayHandOver && (
        <DialogButton
          size="small"
          to="hand-over"
          label={letters.handedOver ? "Change the hand-over" : "Hand over to applicant"}
        />
      )}
      <RowUndo of={`hand-over ${permit.id}`} />
      {letters.mayReopen && <DialogButton size="small" to="reopen" label="Reopen" />}
      {letters.mayReturn && (
        <DialogButton size="small" to="return-resubmittal" label="Return as incomplete" />
      )}
      {letters.answers && (
        <ButtonLink size="small" to={`/oakvilles/permits/${permit.id}/answers`} reloadDocument>
          Answers
        </ButtonLink>
      )}
    </>
  );
}

function Assignments({ detail }: PermitPageProps) {
  const { permit, assignments, mayAssign } = detail;
  const actionOf = (assignment: Assignment) =>
    mayAssign &&
    assignment.reviewCycle === permit.reviewCycle &&
    !isDone(assignment.status) && <GiveButton assignment={assignment} />;
  return (
    <AssignmentsCard detail={{ ...detail, actionOf }} assignments={assignments}>
      {mayAssign && (
        <div className="card-body row cycle">
          <ButtonLink to={`/permits/${permit.id}/assignments`} size="small">
            Assign plan reviewers
          </ButtonLink>
          {permit.reviewCycle !== reviewCycles.at(-1) && !isFinal(permit.status) && (
            <DialogButton to="next-cycle" size="small" label="Start next review cycle" />
          )}
        </div>
      )}
    </AssignmentsCard>
  );
}

function GiveButton({ assignment: { id, discipline } }: { assignment: Assignment }) {
  const label = (
    <span>
      Give <span className="sr-only">{discipline} </span>to another
    </span>
  );
  return <DialogButton size="small" to={`assignments/${id}/reviewer`} label={label} />;
}

export function PermitView({ detail }: PermitPageProps) {
  return (
    <div className="columns">
      <div className="min-w-0">
        <Information detail={detail} />
        {detail.planCheck && (
          <PlanCheckDetailCard
            planCheck={detail.planCheck}
            permitId={detail.permit.id}
            actions={detail.letters && <LetterButtons detail={detail} letters={detail.letters} />}
          >
            {detail.letters && <AnswerLines letters={detail.letters} />}
            {detail.letters && <LetterList letters={detail.letters} page={`/permits/${detail.permit.id}`} />}
          </PlanCheckDetailCard>
        )}
        <PlanFilesCard detail={detail} />
        <Discussion discussion={detail.discussion} />
        <PermitHistory history={detail.history} />
      </div>
      <div className="min-w-0">
        <QuickInfo detail={detail} />
        <Assignments detail={detail} />
        <ApplicantCard title="Applicant" permit={detail.permit} statusLinks={detail.statusLinks} />
        {detail.time && <TimePanel time={detail.time} />}
      </div>
    </div>
  );
}

/** The facts of one part of a permit; the compiler asks for each of its columns. */
type FactsOf<Group extends string> = Record<GroupedName<typeof permitColumns, Group>, ReactNode>;

function Information({ detail: { permit } }: PermitPageProps) {
  const facts: FactsOf<"project"> = {
    projectName: <Fact label="Project name">{permit.projectName}</Fact>,
    projectType: <Fact label="Project type">{projectTypes[permit.projectType].label}</Fact>,
    projectAddress: <WideFact label="Project address">{permit.projectAddress}</WideFact>,
    projectDescription: <WideFact label="Description">{permit.projectDescription}</WideFact>,
    requiredDisciplines: (
      <WideFact label="Required disciplines">
        <DisciplineBadges disciplines={permit.requiredDisciplines} />
      </WideFact>
    ),
  };
  return (
    <Card title="Permit Information">
      <Facts>
        <InOrder of={facts} />
      </Facts>
    </Card>
  );
}

type Headed = "cityId" | "urban37PermitNumber" | "revisionNumber" | "cityPermitNumber" | "status";

function QuickInfo({ detail: { permit, today } }: PermitPageProps) {
  const due = permitDueStatus(permit, today);
  const facts: Omit<FactsOf<"permit">, Headed> & FactsOf<"dates" | "switches"> = {
    reviewCycle: <Fact label="Review cycle">{permit.reviewCycle}</Fact>,
    permitCreationYear: <Fact label="Permit year">{permit.permitCreationYear}</Fact>,
    dueDate: (
      <WideFact label="Due date">
        <Day date={permit.dueDate} isLate={due?.tone === "red"} />
        {due && <span className="small"> {due.label}</span>}
      </WideFact>
    ),
    creationDate: (
      <Fact label="Created">
        <Day date={permit.creationDate} />
      </Fact>
    ),
    submissionDate: (
      <Fact label="Submitted">{permit.submissionDate && <Day date={permit.submissionDate} />}</Fact>
    ),
    isExpeditedReview: <Fact label="Expedited review">{permit.isExpeditedReview ? "Yes" : "No"}</Fact>,
    needsPhysicalPlans: (
      <Fact label="Physical plans">{permit.needsPhysicalPlans ? "Needed" : "Not needed"}</Fact>
    ),
  };
  return (
    <Card title="Quick Info">
      <Facts>
        <InOrder of={facts} />
        {permit.legalHold !== null && (
          <WideFact label="Legal hold">
            <span className="wrap-anywhere">{permit.legalHold}</span>
          </WideFact>
        )}
        <WideFact label="Last changed">{permit.updated}</WideFact>
      </Facts>
    </Card>
  );
}
