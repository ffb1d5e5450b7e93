import type { ComponentProps, ReactNode } from "react";
import { type PermitStatus, pausedBadgeOf } from "~/models/permits/permit";
import type { Tone } from "~/models/tone";

export function Badge({ tone, plain, children }: { tone: Tone; plain?: boolean; children: ReactNode }) {
  return <span className={plain ? `badge plain ${tone}` : `badge ${tone}`}>{children}</span>;
}

export const PlainBadge = (props: Omit<ComponentProps<typeof Badge>, "plain">) => <Badge {...props} plain />;

export const LabelBadge = ({ of }: { of: { tone: Tone; label: string } }) => (
  <Badge tone={of.tone}>{of.label}</Badge>
);

export function PausedBadge({ status }: { status: PermitStatus }) {
  const paused = pausedBadgeOf(status);
  return paused && <LabelBadge of={paused} />;
}

export function DisciplineBadges({ disciplines }: { disciplines: readonly string[] }) {
  return (
    <span className="row">
      {disciplines.map((discipline) => (
        <PlainBadge key={discipline} tone="blue">
          {discipline}
        </PlainBadge>
      ))}
    </span>
  );
}
