import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";
import { Badge, buttonClass, Card, Fact, Facts } from "./elements";
import type { PermitData } from "./permit-data";
import { Discussion } from "./permit-discussion-tree";
import { PlanFiles } from "./permit-files-tree";
import { Applicant, Assignments, QuickInfo } from "./permit-side-tree";
import { Time } from "./permit-time-tree";

type PermitProps = { permit: PermitData };

/** The administrator's page of a permit. */
export function PermitPage({ permit }: PermitProps) {
  return (
    <main className="container mx-auto p-4 pt-16">
      <Header permit={permit} />
      <div className="grid gap-6 md:grid-cols-3">
        <div className="min-w-0 md:col-span-2">
          <Information permit={permit} />
          <PlanCheck permit={permit} />
          <PlanFiles permit={permit} />
          <Discussion discussion={permit.discussion} />
          <History history={permit.history} />
        </div>
        <div className="min-w-0">
          <QuickInfo permit={permit} />
          <Assignments permit={permit} />
          <Applicant applicant={permit.applicant} />
          <Time time={permit.time} today={permit.today} />
        </div>
      </div>
    </main>
  );
}

function Header({ permit: { number, revision, subtitle, status } }: PermitProps) {
  return (
    <header className="mb-6 flex justify-between gap-4">
      <div>
        <Link to="/permits" className="inline-flex items-center gap-1 text-sm">
          <ArrowLeft className="size-4" />
          Back to permits
        </Link>
        <h1 className="text-2xl font-semibold">
          {number}
          {revision && <span className="text-gray-500"> {revision}</span>}
        </h1>
        <p className="text-gray-500">{subtitle}</p>
      </div>
      <div className="flex items-center gap-4">
        <Badge tone={status.tone}>{status.label}</Badge>
        <Link to="?dialog=delete" preventScrollReset className={buttonClass}>
          Delete
        </Link>
        <Link to="?edit" className={buttonClass}>
          Edit Permit
        </Link>
      </div>
    </header>
  );
}

function Information({ permit }: PermitProps) {
  return (
    <Card id="information" title="Permit Information">
      <Facts>
        <Fact label="Project name">{permit.project}</Fact>
        <Fact label="Project type">{permit.projectType}</Fact>
        <Fact label="Project address" wide>
          {permit.address}
        </Fact>
        <Fact label="Description" wide>
          {permit.description}
        </Fact>
        <Fact label="Required disciplines" wide>
          <span className="flex flex-wrap gap-2">
            {permit.disciplines.map((discipline) => (
              <Badge key={discipline} tone="blue">
                {discipline}
              </Badge>
            ))}
          </span>
        </Fact>
      </Facts>
    </Card>
  );
}

function PlanCheck({ permit: { id, reviewCycle, planCheck } }: PermitProps) {
  const { word, received, outcome, disciplines } = planCheck;
  return (
    <Card
      id="plan-check"
      title="Plan check"
      aside={<Badge tone={word.tone}>{word.label}</Badge>}
      footer={<PlanCheckLinks id={id} />}
    >
      <Facts>
        <Fact label="Review cycle">{reviewCycle}</Fact>
        <Fact label="Plans received">{received}</Fact>
        <Fact label="Outcome so far" wide>
          {outcome}
        </Fact>
      </Facts>
      <ul className="border-t border-gray-200 dark:border-gray-800">
        {disciplines.map(({ discipline, reviewer, open, drafts, badge }) => (
          <li key={discipline} className="flex flex-wrap justify-between gap-2 px-4 py-2">
            <span className="min-w-0">
              <b>{discipline}</b>
              {reviewer && <span className="text-sm text-gray-500"> {reviewer}</span>}
              <span className="block text-sm text-gray-500">
                {open} open, {drafts} new in {reviewCycle}
              </span>
            </span>
            {badge ? (
              <Badge tone={badge.tone}>{badge.label}</Badge>
            ) : (
              <span className="text-sm text-gray-500">not decided</span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const PlanCheckLinks = ({ id }: { id: number }) => (
  <span className="flex flex-wrap gap-2">
    <Link to={`/employee-dashboard/permits/${id}#corrections`} className={buttonClass}>
      Review
    </Link>
    <Link to={`/permits/${id}/corrections`} className={buttonClass}>
      All corrections
    </Link>
    <Link to="?dialog=clock" preventScrollReset className={buttonClass}>
      Dates
    </Link>
    <Link to={`/permits/${id}/letter`} className={buttonClass}>
      Check and release letter
    </Link>
  </span>
);

function History({ history: { events, hasEarlier } }: Pick<PermitData, "history">) {
  return (
    <Card
      id="history"
      title="History"
      footer={hasEarlier && <Link to="?history#history">Earlier events</Link>}
    >
      <ol>
        {events.map(({ id, at, actor, text, changes }) => (
          <li key={id} className="flex flex-wrap gap-2 px-4 py-2">
            <span className="min-w-60 flex-1">
              {text} <span className="text-sm text-gray-500">by {actor}</span>
            </span>
            <span className="text-sm text-gray-500">{at}</span>
            {changes.map(({ label, before, after }) => (
              <span key={label} className="w-full text-sm text-gray-500">
                {label}: {before} → {after}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </Card>
  );
}
