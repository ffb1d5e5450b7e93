import type { ReactNode } from "react";
import type { PermitStripData } from "~/models/plan-checks/next-step.server";
import { LabelBadge } from "./badge";
import { ButtonLink, DialogButton } from "./button";
import { usePagePath } from "./page-address";

type PermitStripProps = {
  strip: PermitStripData;
  /** On a page with a form or a button of its own, the next step is a plain one. */
  isPlain?: boolean;
  /** The form of the next step, in place of a link to it. */
  form?: ReactNode;
};

/** Under the title of each page of a permit: where it stands, and what this viewer does next. */
export function PermitStrip({ strip, isPlain, form }: PermitStripProps) {
  const { badges, cycle, dueDate, daysLeft, isLate, holder } = strip;
  return (
    <section className="strip" aria-label="Status and next step">
      <p className="row">
        {badges.map((badge) => (
          <LabelBadge key={badge.label} of={badge} />
        ))}
      </p>
      <p>{cycle}</p>
      <p className={isLate ? "late" : undefined}>
        Due <b>{dueDate}</b>
        {daysLeft && ` · ${daysLeft}`}
      </p>
      <p className="secondary min-w-0">{holder}</p>
      {form ?? <NextStep step={strip.step} tone={isPlain ? "plain" : "primary"} />}
    </section>
  );
}

type NextStepProps = { step: PermitStripData["step"]; tone: "plain" | "primary" };

/** Not on the page to which it leads. */
function NextStep({ step, tone }: NextStepProps) {
  const page = usePagePath();
  if (!step || step.to === page) return null;
  const { label, to, dialog } = step;
  return dialog && to === `${page}/${dialog}` ? (
    <DialogButton to={dialog} label={label} tone={tone} />
  ) : (
    <ButtonLink to={to} tone={tone}>
      {label}
    </ButtonLink>
  );
}
