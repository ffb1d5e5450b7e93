import type { PortalPermit } from "~/pages/portal/portal-permit.server";
import { Card, Fact, Facts } from "../card";

type PortalPlanCheckProps = { planChecks: NonNullable<PortalPermit["planChecks"]> };

/** The state of a permit's plan check, for its city. */
export function PortalPlanCheck({ planChecks: { current, others } }: PortalPlanCheckProps) {
  return (
    <Card title="Plan check">
      <Facts>
        <Fact label={current.reviewCycle}>{current.word}</Fact>
        <Fact label="Plans received">{current.received}</Fact>
        {others.map(({ reviewCycle, word, received }) => (
          <Fact key={reviewCycle} label={reviewCycle} wide>
            {word}
            <span className="small block">Plans received {received}</span>
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}
