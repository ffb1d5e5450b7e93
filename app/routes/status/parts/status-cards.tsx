import { ButtonLink } from "~/ui/button";
import { Card, Fact, Facts, WideFact } from "~/ui/card";
import { OutsideFiles } from "~/ui/permits/outside-files";
import type { StatusData } from "./load-status.server";

type StatusProps = { status: StatusData };

export const StatusCards = ({ status }: StatusProps) => (
  <>
    <Where status={status} />
    <div className="columns side-first">
      <div className="min-w-0">
        <Numbers status={status} />
        <PlanChecks status={status} />
      </div>
      <div className="min-w-0">
        <Letters status={status} />
        <Disciplines status={status} />
        <Files status={status} />
      </div>
    </div>
  </>
);

/** Who has it, what is expected, and what to do next. */
function Where({ status: { sentences, answering, corrected, returnRemark, page } }: StatusProps) {
  return (
    <Card title="Where it is">
      <div className="stack">
        <p>
          <strong>{sentences.holder}</strong>
        </p>
        {corrected && <p className="note">{corrected}</p>}
        {returnRemark && <p className="note">{returnRemark}</p>}
        <p>{sentences.expected}</p>
        <p>{sentences.next}</p>
        {answering && (
          <p className="row">
            <ButtonLink
              to={`${page}/answers`}
              tone={answering.mayAnswer ? "primary" : "plain"}
              reloadDocument
            >
              {answering.mayAnswer ? "Answer corrections" : "Read the answers"}
            </ButtonLink>
          </p>
        )}
      </div>
    </Card>
  );
}

function Numbers({ status: { permit } }: StatusProps) {
  const number = [permit.urban37PermitNumber, permit.revisionNumber?.toUpperCase()].filter(Boolean).join(" ");
  return (
    <Card title="Permit">
      <Facts>
        <Fact label="City permit number">{permit.cityPermitNumber}</Fact>
        <Fact label="Provider permit number">{number}</Fact>
      </Facts>
    </Card>
  );
}

function PlanChecks({ status: { planChecks } }: StatusProps) {
  if (planChecks.length === 0) return null;
  return (
    <Card title="Plan checks">
      <Facts>
        {planChecks.map(({ reviewCycle, word, days }) => (
          <WideFact key={reviewCycle} label={reviewCycle}>
            {word}
            {days.map((day) => (
              <span key={day} className="small block">
                {day}
              </span>
            ))}
          </WideFact>
        ))}
      </Facts>
    </Card>
  );
}

function Letters({ status: { letters, page } }: StatusProps) {
  if (letters.length === 0) return null;
  return (
    <Card title="Letters" flush>
      <ul className="lines">
        {letters.map(({ id, number, issued, outcome }) => (
          <li key={id}>
            <span className="min-w-0">
              <a href={`${page}/letters/${id}`}>{number}</a>
              <span className="small block">
                {outcome} · issued <span className="whitespace-nowrap">{issued}</span>
              </span>
            </span>
            <a href={`${page}/letters/${id}/pdf`} className="whitespace-nowrap">
              PDF<span className="sr-only">{` of ${number}`}</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Disciplines({ status: { disciplines, letters } }: StatusProps) {
  if (disciplines.length === 0) return null;
  return (
    <Card title={`By discipline, as letter ${letters[0]?.number} says`} flush>
      <ul className="lines">
        {disciplines.map(({ discipline, decision, open }) => (
          <li key={discipline}>
            <span className="flex-none">
              <b>{discipline}</b>
              {open > 0 && <span className="small block">{open} open</span>}
            </span>
            <span>{decision}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const Files = ({ status: { files, page } }: StatusProps) => (
  <Card title="Plan files" id="plan-files" flush>
    <OutsideFiles files={files} addressOf={({ id }) => `${page}/files/${id}`} />
  </Card>
);
