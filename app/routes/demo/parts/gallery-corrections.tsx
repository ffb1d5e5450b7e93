import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { correctionKindOptions } from "~/models/corrections/correction";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { Correction } from "~/ui/corrections/correction-lines";
import { DecideLink, ReviewBadge } from "~/ui/corrections/review-decision";
import { RadioGroup } from "~/ui/fields";
import { FormResultContext } from "~/ui/form-result";
import { AnswerLines } from "~/ui/letters/answer-lines";
import { PlanCheckCard, PlanCheckDetailCard } from "~/ui/permits/plan-check-card";
import { PortalPlanCheck } from "../../portal/parts/portal-plan-check";
import { BackCheckFields, BackChecksForm, UndoBackCheckForm } from "../../review/parts/back-check-form";
import { CorrectionsCard } from "../../review/parts/corrections-card";
import {
  answeredPlanChecks,
  blockedPlanCheck,
  checked,
  closedPlanCheck,
  cut,
  decisionLinks,
  draft,
  emptyCard,
  fullCard,
  lines,
  planChecks,
  portalPlanChecks,
  readOnlyCard,
  readyPlanCheck,
  refused,
  refusedBackCheck,
  releasedPlanCheck,
  reviewBadges,
  unchecked,
} from "./gallery-corrections-data";

export function GalleryCorrections() {
  return (
    // The gallery has no permit, so its forms are not sent.
    <div onSubmitCapture={(event) => event.preventDefault()}>
      <Card title="Corrections, in each state and with long texts" flush>
        <ul>
          <Correction correction={draft} badge={<Badge tone="grey">Draft</Badge>} />
          <Correction correction={cut} fullText={<Link to="#">Show all</Link>} />
          {lines.map((correction) => (
            <Correction key={correction.id} correction={correction} />
          ))}
        </ul>
      </Card>
      <BackChecks />
      <RadioGroups />
      <Decisions />
      <PlanChecks />
      <div className="columns">
        <div className="min-w-0">
          <CorrectionsCard corrections={fullCard} />
        </div>
        <div className="min-w-0">
          <CorrectionsCard corrections={emptyCard} />
          <CorrectionsCard corrections={{ ...emptyCard, writable: [] }} />
          <CorrectionsCard corrections={readOnlyCard} />
        </div>
      </div>
    </div>
  );
}

/** Shows a form as it is after a refusal. It cannot take the focus, which it otherwise does at once. */
function Still({ children }: { children: ReactNode }) {
  return <div inert>{children}</div>;
}

function BackChecks() {
  return (
    <>
      <Card title="Back-checks: without a verdict and with one" flush>
        <ul>
          <Correction correction={unchecked}>
            <BackCheckFields correction={unchecked} />
          </Correction>
          <Correction correction={checked}>
            <UndoBackCheckForm correction={checked} cycle="PC2" action="#" />
          </Correction>
        </ul>
      </Card>
      <Card title="A refused back-check" flush>
        <FormResultContext value={refusedBackCheck}>
          <Still>
            <ul>
              <Correction correction={refused}>
                <BackCheckFields correction={refused} />
              </Correction>
            </ul>
            <BackChecksForm cycle="PC2" action="#" lines={[refused]} hasUndecided />
          </Still>
        </FormResultContext>
      </Card>
    </>
  );
}

const errors = ["Please select a kind"];

const radioGroups: Pick<ComponentProps<typeof RadioGroup>, "field" | "hint" | "required" | "isSegmented">[] =
  [
    {
      field: { id: "gallery-kind", name: "kind", initialValue: "condition" },
      hint: "A condition stays open",
    },
    { field: { id: "gallery-kind-refused", name: "kind-refused", errors }, required: true },
    { field: { id: "gallery-segments", name: "segments", initialValue: "condition" }, isSegmented: true },
    { field: { id: "gallery-segments-refused", name: "segments-refused", errors }, isSegmented: true },
  ];

const RadioGroups = () => (
  <Card title="Radio groups: plain, segmented and with errors">
    <div className="fields">
      {radioGroups.map((group) => (
        <RadioGroup key={group.field.id} label="Kind" options={correctionKindOptions} {...group} />
      ))}
    </div>
  </Card>
);

function Decisions() {
  return (
    <Card title="Decisions of a review">
      <div className="stack">
        <div className="row">
          {reviewBadges.map((badge) => (
            <ReviewBadge key={JSON.stringify(badge)} {...badge} />
          ))}
        </div>
        {decisionLinks.map(({ decision, corrections }) => (
          <div key={JSON.stringify([decision, corrections.missingBackChecks])} className="row">
            <DecideLink assignment={{ id: 1, discipline: "Fire", decision }} corrections={corrections} />
          </div>
        ))}
      </div>
    </Card>
  );
}

function PlanChecks() {
  return (
    <>
      <div className="fields">
        {planChecks.map((planCheck) => (
          <PlanCheckCard key={planCheck.word} planCheck={planCheck} cycle="PC3" />
        ))}
      </div>
      <div className="columns">
        <div className="min-w-0">
          <PlanCheckDetailCard planCheck={blockedPlanCheck} permitId={1} />
          <PlanCheckDetailCard planCheck={readyPlanCheck} permitId={1} />
        </div>
        <div className="min-w-0">
          <PlanCheckDetailCard planCheck={releasedPlanCheck} permitId={1} />
          <PlanCheckDetailCard planCheck={closedPlanCheck} permitId={1} />
        </div>
      </div>
      <div className="columns">
        <div className="min-w-0">
          {answeredPlanChecks.map(({ planCheck, letters }) => (
            <PlanCheckDetailCard
              key={`${planCheck.word} ${letters.failedEmail}`}
              planCheck={planCheck}
              permitId={1}
            >
              <AnswerLines letters={letters} />
            </PlanCheckDetailCard>
          ))}
        </div>
        <div className="min-w-0">
          {portalPlanChecks.map((planCheck) => (
            <PortalPlanCheck key={planCheck.planChecks.current.word} {...planCheck} />
          ))}
        </div>
      </div>
    </>
  );
}
