import { planCheckLabel, planCheckWords } from "~/models/plan-checks/plan-check";
import { decisionLabel } from "~/models/plan-review/decision";
import type { CorrectionsCardData } from "~/pages/plan-review/correction-card.server";
import { Badge } from "../badge";
import { Card } from "../card";

type PlanCheckCardProps = { planCheck: CorrectionsCardData["planCheck"]; cycle: string };

export function PlanCheckCard({ planCheck, cycle }: PlanCheckCardProps) {
  const { word, approvalWording, received, effective } = planCheck;
  return (
    <Card
      title="Plan check"
      aside={<Badge tone={planCheckWords[word].tone}>{planCheckLabel(word, approvalWording)}</Badge>}
    >
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
