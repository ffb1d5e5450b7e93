import type { ReactNode } from "react";
import { Link } from "react-router";
import type { FormResult } from "~/form.server";
import { correctionStatuses, spokenNumber, verdicts } from "~/models/plan-review/correction";
import type { CorrectionLine, CorrectionsCardData } from "~/pages/plan-review/correction-card.server";
import { Badge } from "../badge";
import { ButtonLink } from "../button";
import { Card } from "../card";
import { ObstacleContext } from "../dialog";
import { EmptyState } from "../sheet";
import { BackCheckFields, BackChecksForm, isRefusedRow, UndoBackCheckForm } from "./back-check-form";
import { CorrectionDialog } from "./correction-dialog";
import { Correction, placeOf } from "./correction-lines";
import { RefusalText } from "./refusal-text";
import { useCardAddress } from "./use-card-address";

type CardProps = { corrections: CorrectionsCardData; formResult?: FormResult };

/** The corrections of the viewer's disciplines: what to back-check, what is new, conditions, and what is closed. */
export function CorrectionsCard({ corrections, formResult }: CardProps) {
  const { cycle, groups, writable, listTo, letterTo, readOnly, isInReview, released, dialog } = corrections;
  const { toBackCheck, drafts, conditions, closed, more } = groups;
  const { addressOf, isFor } = useCardAddress();
  const mayWrite = writable.length > 0;
  const mayChange = ({ discipline }: CorrectionLine) => writable.includes(discipline);
  const isEmpty = [toBackCheck, drafts, conditions, closed].every(({ total }) => total === 0);
  const backCheckResult = isFor("back-check") ? formResult : undefined;
  const checkable = [toBackCheck, conditions, closed].flatMap(({ lines }) => lines);
  const mayCheck = (correction: CorrectionLine) => isInReview && mayChange(correction);
  const hasRows = checkable.some((correction) => mayCheck(correction) && hasFields(correction));
  const isOther = ["undo-back-check", ...dialogs].some(isFor);
  const backCheckLine = (correction: CorrectionLine) => (
    <BackCheckLine
      key={`${correction.id} ${correction.updatedAt}`}
      correction={correction}
      cycle={cycle}
      mayWrite={mayCheck(correction)}
      formResult={backCheckResult}
    />
  );
  return (
    <Card
      title="Corrections"
      id="corrections"
      aside={mayWrite && <WriteLinks />}
      footer={
        <span className="row spread small">
          <span className="row">
            <Link to={listTo}>All corrections</Link>
            <Link to={letterTo}>Letter</Link>
          </span>
          {more && (
            <Link to={`${addressOf({ more })}#corrections`} preventScrollReset>
              Show more
            </Link>
          )}
        </span>
      }
      flush
    >
      {formResult && isOther && !dialog && <Refused formResult={formResult} />}
      {(readOnly ?? released) && <p className="card-body small">{readOnly ?? released}</p>}
      {isEmpty && <EmptyState title={mayWrite ? "No corrections yet" : "No corrections to show"} />}
      <Group
        title={
          isInReview && toBackCheck.all > 0
            ? `To back-check (${toBackCheck.left} of ${toBackCheck.all} left)`
            : `Open (${toBackCheck.total})`
        }
        lines={toBackCheck.lines}
      >
        {backCheckLine}
      </Group>
      <Group
        title={isInReview ? "Drafts" : "For the next letter"}
        aside="Not in a letter yet"
        lines={drafts.lines}
      >
        {(correction) => (
          <DraftLine key={correction.id} correction={correction} mayWrite={mayChange(correction)} />
        )}
      </Group>
      <Group title="Conditions" lines={conditions.lines}>
        {backCheckLine}
      </Group>
      <ClosedGroup {...closed} isOpen={closed.lines.some((line) => isRefusedRow(line, backCheckResult))}>
        {(correction) => (
          <ClosedLine
            key={correction.id}
            correction={correction}
            cycle={cycle}
            mayWrite={mayCheck(correction)}
            formResult={backCheckResult}
          />
        )}
      </ClosedGroup>
      {(hasRows || backCheckResult) && (
        <BackChecksForm
          cycle={cycle}
          action={addressOf({ "back-check": "" })}
          lines={checkable}
          hasUndecided={isInReview && toBackCheck.left > 0}
          formResult={backCheckResult}
        />
      )}
      <ObstacleContext value={readOnly}>
        {dialog && <CorrectionDialog dialog={dialog} formResult={formResult} />}
      </ObstacleContext>
    </Card>
  );
}

/** The dialogs of the card, whose refused forms it shows if no dialog is open any more. */
const dialogs = ["correction", "delete-correction", "reopen-correction", "standard", "decide"];

/** The message and the typed remark of a refused form whose correction is no longer on the page. */
function Refused({ formResult }: { formResult: FormResult }) {
  const remark = formResult?.submission.initialValue?.remark;
  return (
    <div className="card-body stack">
      <RefusalText formResult={formResult} />
      {typeof remark === "string" && <p className="note">{remark}</p>}
    </div>
  );
}

function WriteLinks() {
  const { addressOf } = useCardAddress();
  return (
    <span className="row">
      <ButtonLink size="small" to={addressOf({ dialog: "standard" })} preventScrollReset>
        From the library
      </ButtonLink>
      <ButtonLink size="small" tone="primary" to={addressOf({ dialog: "correction" })} preventScrollReset>
        Add correction
      </ButtonLink>
    </span>
  );
}

type GroupProps = {
  title: string;
  aside?: string;
  lines: CorrectionLine[];
  children: (correction: CorrectionLine) => ReactNode;
};

function Group({ title, aside, lines, children }: GroupProps) {
  if (lines.length === 0) return null;
  return (
    <section className="corrections">
      <header>
        <h3>{title}</h3>
        {aside && <span>{aside}</span>}
      </header>
      <ul>{lines.map(children)}</ul>
    </section>
  );
}

type ClosedGroupProps = Pick<GroupProps, "lines" | "children"> & { total: number; isOpen: boolean };

function ClosedGroup({ lines, total, isOpen, children }: ClosedGroupProps) {
  if (total === 0) return null;
  return (
    <details className="cycle" open={isOpen}>
      <summary>Resolved and withdrawn ({total})</summary>
      <ul>{lines.map(children)}</ul>
    </details>
  );
}

type LineProps = { correction: CorrectionLine; mayWrite: boolean };

/** A correction of an earlier cycle, with the cycle in which it is back-checked. */
type CheckedLineProps = LineProps & { cycle: string; formResult?: FormResult };

function FullTextLink(correction: CorrectionLine) {
  const { id } = correction;
  const { addressOf } = useCardAddress();
  return (
    <Link to={`${addressOf({ correction: id })}#correction-${id}`} preventScrollReset>
      Show all<span className="sr-only"> of Correction {spokenNumber(correction)}</span>
    </Link>
  );
}

/** Whether the row of a correction has a verdict to choose. One that was reopened is changed in its dialog. */
const hasFields = ({ status, verdict }: CorrectionLine): boolean =>
  verdict ? verdicts[verdict].isOnOpen : correctionStatuses[status].isOpen;

function BackCheckLine(props: CheckedLineProps) {
  const { correction, cycle, mayWrite, formResult } = props;
  const { addressOf } = useCardAddress();
  const isRefused = isRefusedRow(correction, formResult);
  const fields = <BackCheckFields correction={correction} formResult={formResult} />;
  return (
    <Correction
      correction={correction}
      place={`${placeOf(correction)} · first written ${correction.reviewCycle}`}
      fullText={correction.isCut && <FullTextLink {...correction} />}
    >
      {mayWrite && correction.isEditable && (
        <p className="small">
          <EditLink correction={correction} />
        </p>
      )}
      {(isRefused || (mayWrite && !correction.verdict)) && fields}
      {mayWrite && correction.verdict && !isRefused && (
        <>
          {hasFields(correction) ? (
            <details>
              <summary className="small">
                Change verdict<span className="sr-only"> on Correction {spokenNumber(correction)}</span>
              </summary>
              {fields}
            </details>
          ) : (
            <p className="small">
              <ReopenLink correction={correction}>Edit remark</ReopenLink>
            </p>
          )}
          <UndoBackCheckForm
            correction={correction}
            cycle={cycle}
            action={addressOf({ "undo-back-check": "" })}
          />
        </>
      )}
    </Correction>
  );
}

function ReopenLink({ correction, children }: Pick<LineProps, "correction"> & { children: ReactNode }) {
  const { addressOf } = useCardAddress();
  return (
    <Link to={addressOf({ dialog: "reopen-correction", correctionId: correction.id })} preventScrollReset>
      {children}
      <span className="sr-only"> Correction {spokenNumber(correction)}</span>
    </Link>
  );
}

function EditLink({ correction }: Pick<LineProps, "correction">) {
  const { addressOf } = useCardAddress();
  return (
    <Link to={addressOf({ dialog: "correction", correctionId: correction.id })} preventScrollReset>
      Edit<span className="sr-only"> Correction {spokenNumber(correction)}</span>
    </Link>
  );
}

function DraftLine({ correction, mayWrite }: LineProps) {
  const { addressOf } = useCardAddress();
  const linkTo = (dialog: string) => addressOf({ dialog, correctionId: correction.id });
  return (
    <Correction
      correction={correction}
      fullText={correction.isCut && <FullTextLink {...correction} />}
      badge={<Badge tone="grey">Draft</Badge>}
    >
      {correction.writtenBy && <p className="small">{correction.writtenBy}</p>}
      {mayWrite && (
        <p className="row small">
          <EditLink correction={correction} />
          <Link to={linkTo("delete-correction")} preventScrollReset>
            Delete<span className="sr-only"> Correction {spokenNumber(correction)}</span>
          </Link>
        </p>
      )}
    </Correction>
  );
}

function ClosedLine(props: CheckedLineProps) {
  const { correction, mayWrite, formResult } = props;
  if (correction.verdict || isRefusedRow(correction, formResult)) return <BackCheckLine {...props} />;
  return (
    <Correction
      correction={correction}
      place={`${placeOf(correction)} · first written ${correction.reviewCycle}`}
      fullText={correction.isCut && <FullTextLink {...correction} />}
    >
      {mayWrite && (
        <p className="small">
          <ReopenLink correction={correction}>Reopen</ReopenLink>
        </p>
      )}
    </Correction>
  );
}
