import { ButtonLink, DialogButton } from "~/ui/button";
import { Card, Fact, Facts, WideFact } from "~/ui/card";
import { AnswerLines } from "~/ui/letters/answer-lines";
import { LetterList } from "~/ui/letters/letter-list";
import { RowUndo } from "~/ui/undo-form";
import type { PortalPermit } from "./load-portal-permit.server";

type PortalPlanCheckProps = {
  planChecks: NonNullable<PortalPermit["planChecks"]>;
  letters: PortalPermit["letters"];
  permitId: number;
  page: string;
};

export function PortalPlanCheck(props: PortalPlanCheckProps) {
  const { permitId, letters, page } = props;
  const { current, others } = props.planChecks;
  return (
    <Card
      title="Plan check"
      id="plan-check"
      flush
      footer={
        (letters?.mayHandOver || letters?.answers) && (
          <span className="row">
            {letters.answers && (
              <ButtonLink size="small" to={`${page}/answers`}>
                {letters.answers.isOpen ? "Answer corrections" : "Read the answers"}
              </ButtonLink>
            )}
            {letters.mayHandOver && (
              <DialogButton
                size="small"
                to="hand-over"
                label={letters.handedOver ? "Change the hand-over" : "Hand over to applicant"}
              />
            )}
            <RowUndo of={`hand-over ${permitId}`} />
          </span>
        )
      }
    >
      <div className="card-body">
        <Facts>
          <Fact label={current.reviewCycle}>{current.word}</Fact>
          <Fact label="Plans received">{current.received}</Fact>
          {letters?.handedOver && <Fact label="Handed over">{letters.handedOver}</Fact>}
          {others.map(({ reviewCycle, word, received }) => (
            <WideFact key={reviewCycle} label={reviewCycle}>
              {word}
              <span className="small block">Plans received {received}</span>
            </WideFact>
          ))}
        </Facts>
      </div>
      {letters && <AnswerLines letters={letters} />}
      {letters && <LetterList letters={letters} page={page} />}
    </Card>
  );
}
