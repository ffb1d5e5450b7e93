import { dueStatus } from "~/models/permits/due-date";
import { permitNumberText, permitStatuses } from "~/models/permits/permit";
import type { listPlanChecksInTab } from "~/models/plan-checks/plan-check-list.server";
import { canBeLate, type PlanCheckView } from "~/models/plan-checks/plan-check-view";
import { pluralize } from "~/models/pluralize";
import { planCheckLabel, planCheckWords } from "~/models/review-cycles/plan-check";
import { Badge, LabelBadge, PausedBadge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Day, DueDay } from "~/ui/day";
import { PermitOfRow } from "~/ui/permit-of-row";
import type { Cells } from "~/ui/table";

export const planCheckListColumns = {
  permit: { heading: "Permit" },
  city: { heading: "City" },
  cycle: { heading: "Cycle" },
  state: { heading: "State" },
  received: { heading: "Received" },
  due: { heading: "Due Date" },
  decided: { heading: "Decided" },
};

type PlanCheck = Awaited<ReturnType<typeof listPlanChecksInTab>>["rows"][number];

type ListProps = { view: PlanCheckView; today: string };

export const planCheckCells = ({
  view,
  today,
}: ListProps): Cells<typeof planCheckListColumns, PlanCheck> => ({
  permit: {
    className: "wide",
    content: (permit) => (
      <PermitOfRow permit={permit} to={`/permits/${permit.id}`}>
        {[permit.cityPermitNumber, permit.projectName].filter(Boolean).join(" · ")}
      </PermitOfRow>
    ),
  },
  city: ({ cityName }) => cityName,
  cycle: { className: "min-w-0", content: ({ reviewCycle }) => reviewCycle },
  state: (planCheck) => <PlanCheckState planCheck={planCheck} />,
  received: ({ receivedOn, newPlans, newPlansSince }) => (
    <>
      <Day date={view === "new_plans" ? newPlansSince : receivedOn} />
      {newPlans > 0 && <div className="small">{pluralize(newPlans, "new file", "new files")}</div>}
    </>
  ),
  due: ({ word, status, dueDate }) => (
    <DueDay date={dueDate} due={canBeLate(word, status) ? dueStatus(dueDate, today) : undefined} />
  ),
  decided: ({ decided, disciplines }) =>
    disciplines === null ? (
      "–"
    ) : (
      <>
        {decided} of {disciplines}
        <div className="small">{disciplines === 1 ? "discipline" : "disciplines"}</div>
      </>
    ),
});

export function PlanCheckState({ planCheck }: { planCheck: PlanCheck }) {
  const { word, status, approvalWording } = planCheck;
  return (
    <>
      {word ? (
        <Badge tone={planCheckWords[word].tone}>{planCheckLabel(word, approvalWording)}</Badge>
      ) : (
        <LabelBadge of={permitStatuses[status]} />
      )}
      {word && <PausedBadge status={status} />}
      <NextStep planCheck={planCheck} />
    </>
  );
}

function NextStep({ planCheck }: { planCheck: PlanCheck }) {
  const { step } = planCheck;
  if (step === null) return null;
  return (
    <div className="mt-1">
      <ButtonLink size="small" to={step.to}>
        {step.label}
        <span className="sr-only">{` of ${permitNumberText(planCheck)}`}</span>
      </ButtonLink>
    </div>
  );
}
