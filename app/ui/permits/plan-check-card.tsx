import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ApprovalWording } from "~/models/cities/approval-wording";
import { decisionLabel, decisions } from "~/models/corrections/decision";
import { pluralize } from "~/models/pluralize";
import { type PlanCheckWord, planCheckLabel, planCheckWords } from "~/models/review-cycles/plan-check";
import type { PlanCheckDetail } from "~/routes/permits/parts/load-plan-check.server";
import type { CorrectionsCardData } from "~/routes/review/parts/load-corrections-card.server";
import { Badge, PausedBadge } from "../badge";
import { ButtonLink, DialogButton } from "../button";
import { Card, Fact, Facts, WideFact } from "../card";

type PlanCheckBadgeProps = { word: PlanCheckWord; approvalWording: ApprovalWording };

const PlanCheckBadge = ({ word, approvalWording }: PlanCheckBadgeProps) => (
  <Badge tone={planCheckWords[word].tone}>{planCheckLabel(word, approvalWording)}</Badge>
);

type DetailProps = {
  planCheck: PlanCheckDetail;
  permitId: number;
  actions?: ReactNode;
  children?: ReactNode;
};

export function PlanCheckDetailCard({ planCheck, permitId, actions, children }: DetailProps) {
  const { word, status, approvalWording, readOnly, disciplines, mayChange } = planCheck;
  return (
    <Card
      title="Plan check"
      id="plan-check"
      aside={
        <span className="row">
          <PlanCheckBadge word={word} approvalWording={approvalWording} />
          <PausedBadge status={status} />
        </span>
      }
      footer={
        <span className="row">
          <ButtonLink size="small" to={`/employee-dashboard/permits/${permitId}#corrections`}>
            Review
          </ButtonLink>
          <ButtonLink size="small" to={`/permits/${permitId}/corrections`}>
            All corrections
          </ButtonLink>
          {mayChange && <DialogButton size="small" to="dates" label="Dates" />}
          {actions}
        </span>
      }
      flush
    >
      <div className="card-body stack">
        {readOnly && <p className="note">{readOnly}</p>}
        <PlanCheckFacts planCheck={planCheck} />
      </div>
      {disciplines.length > 0 && <Disciplines planCheck={planCheck} />}
      <Blockers blockers={planCheck.blockers} />
      {children}
    </Card>
  );
}

function PlanCheckFacts({ planCheck }: Pick<DetailProps, "planCheck">) {
  const { cycle, approvalWording, received, outcome, isInReview, released, handedOver } = planCheck;
  return (
    <Facts>
      <Fact label="Review cycle">{cycle}</Fact>
      <Fact label="Plans received">{received}</Fact>
      {released && <Fact label="Letter released">{released}</Fact>}
      {released && <Fact label="Handed over">{handedOver ?? "Not yet"}</Fact>}
      <WideFact label={isInReview ? "Outcome so far" : "Outcome"}>
        {outcome
          ? decisionLabel(outcome, approvalWording)
          : isInReview
            ? "Not decided"
            : "Closed without a letter"}
      </WideFact>
    </Facts>
  );
}

/** Returns what is written: "3 open, 1 new in PC2 · 2 conditions · 1 note". */
const countsText = (row: PlanCheckDetail["disciplines"][number], cycle: string): string =>
  [
    `${row.open} open, ${row.new} new in ${cycle}`,
    row.conditions > 0 && pluralize(row.conditions, "condition", "conditions"),
    row.notes > 0 && pluralize(row.notes, "note", "notes"),
    row.next > 0 && `${row.next} for the next letter`,
  ]
    .filter(Boolean)
    .join(" · ");

function Disciplines({ planCheck: { disciplines, cycle, approvalWording } }: Pick<DetailProps, "planCheck">) {
  return (
    <ul className="lines cycle">
      {disciplines.map((row) => (
        <li key={row.discipline} className="stacked">
          <span className="min-w-0">
            <b>{row.discipline}</b>
            {row.reviewer && <span className="small"> {row.reviewer}</span>}
            <span className="small block">{countsText(row, cycle)}</span>
          </span>
          {row.isBeforeCorrections ? (
            <span className="small">Reviewed in {row.decidedIn}, before corrections</span>
          ) : row.decision ? (
            <Badge tone={decisions[row.decision].tone}>
              {decisionLabel(row.decision, approvalWording)}
              {row.decidedIn !== cycle && ` (${row.decidedIn})`}
            </Badge>
          ) : (
            <span className="small">not decided</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Blockers({ blockers }: Pick<PlanCheckDetail, "blockers">) {
  if (blockers.length === 0) return null;
  return (
    <div className="card-body cycle">
      <h3 className="font-semibold">Before a letter can be released</h3>
      <ul className="mt-1 list-disc pl-5">
        {blockers.map(({ what, to }) => (
          <li key={what}>
            <Link to={to}>{what}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

type PlanCheckCardProps = { planCheck: CorrectionsCardData["planCheck"]; cycle: string };

export function PlanCheckCard({ planCheck, cycle }: PlanCheckCardProps) {
  const { word, approvalWording, received, effective } = planCheck;
  return (
    <Card title="Plan check" aside={<PlanCheckBadge word={word} approvalWording={approvalWording} />}>
      <ul className="stack small">
        {received && (
          <li>
            Received <b>{received}</b>
          </li>
        )}
        {effective.length === 0 && <li>No discipline is required or assigned.</li>}
        {effective.map(({ discipline, decision, decidedIn, isBeforeCorrections }) => (
          <li key={discipline}>
            {discipline} ·{" "}
            {isBeforeCorrections ? (
              `Reviewed in ${decidedIn}, before corrections`
            ) : decision ? (
              <>
                <b>{decisionLabel(decision, approvalWording)}</b>
                {decidedIn !== cycle && ` (${decidedIn})`}
              </>
            ) : (
              "not decided"
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
