import type { ReactNode } from "react";
import { type PermitStatus, pausedBadgeOf } from "~/models/permits/permit";
import type { Tone } from "~/models/tone";

export function Badge({ tone, plain, children }: { tone: Tone; plain?: boolean; children: ReactNode }) {
  return <span className={plain ? `badge plain ${tone}` : `badge ${tone}`}>{children}</span>;
}

export function PausedBadge({ status }: { status: PermitStatus }) {
  const paused = pausedBadgeOf(status);
  return paused && <Badge tone={paused.tone}>{paused.label}</Badge>;
}

export function DisciplineBadges({ disciplines }: { disciplines: readonly string[] }) {
  return (
    <span className="row">
      {disciplines.map((discipline) => (
        <Badge key={discipline} tone="blue" plain>
          {discipline}
        </Badge>
      ))}
    </span>
  );
}
