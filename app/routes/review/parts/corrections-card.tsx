import type { ReactNode } from "react";
import { Link } from "react-router";
import { correctionStatuses, spokenNumber, verdicts } from "~/models/corrections/correction";
import { Badge } from "~/ui/badge";
import { ButtonLink, DialogButton } from "~/ui/button";
import { Card, EmptyState } from "~/ui/card";
import type { CorrectionLine } from "~/ui/corrections/correction-lines";
import { Correction, placeOf } from "~/ui/corrections/correction-lines";
import { DialogLink } from "~/ui/dialog-link";
import { useFormResult } from "~/ui/form-result";
import { usePageAddress } from "~/ui/page-address";
import { RowUndo } from "~/ui/undo-form";
import {
  BackCheckFields,
  BackChecksForm,
  isRefusedRow,
  UndoBackCheckForm,
  useBackCheckResult,
} from "./back-check-form";
import type { CorrectionsCardData } from "./load-corrections-card.server";
import { RefusalText } from "./refusal-text";

export function CorrectionsCard({ corrections }: { corrections: CorrectionsCardData }) {
  const { cycle, groups, writable, pasteTo, emptyTitle, listTo, letterTo, readOnly, isInReview, released } =
    corrections;
  const { toBackCheck, drafts, conditions, closed, showsClosed, more } = groups;
  const { addressOf } = usePageAddress();
  const mayChange = ({ discipline }: CorrectionLine) => writable.includes(discipline);
  const backCheckResult = useBackCheckResult();
  const refusedUndo = useFormResult("undo-back-check");
  const checkable = [toBackCheck, conditions, closed].flatMap(({ lines }) => lines);
  const mayCheck = (correction: CorrectionLine) => isInReview && mayChange(correction);
  const hasRows = checkable.some((correction) => mayCheck(correction) && hasFields(correction));
  const backCheckLine = (correction: CorrectionLine) => (
    <BackCheckLine
      key={`${correction.id} ${correction.updatedAt}`}
      correction={correction}
      cycle={cycle}
      mayWrite={mayCheck(correction)}
    />
  );
  return (
    <Card
      title="Corrections"
      id="corrections"
      aside={
        pasteTo && (
          <span className="row">
            <DialogButton size="small" tone="primary" to="corrections/new" label="Add correction" />
            <DialogButton size="small" to="corrections/library" label="From the library" />
            <ButtonLink size="small" to={pasteTo}>
              Paste several
            </ButtonLink>
          </span>
        )
      }
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
      {refusedUndo && (
        <div className="card-body stack">
          <RefusalText formResult={refusedUndo} />
        </div>
      )}
      {(readOnly ?? released) && <p className="card-body small">{readOnly ?? released}</p>}
      {emptyTitle && <EmptyState title={emptyTitle} />}
      <Group {...toBackCheck} id="checks">
        {backCheckLine}
      </Group>
      <Group {...drafts} aside="Not in a letter yet">
        {(correction) => (
          <DraftLine key={correction.id} correction={correction} mayWrite={mayChange(correction)} />
        )}
      </Group>
      <Group title="Conditions" lines={conditions.lines}>
        {backCheckLine}
      </Group>
      <Group
        title={`Resolved and withdrawn (${closed.total})`}
        lines={closed.lines}
        id={showsClosed ? "closed" : undefined}
      >
        {(correction) => (
          <ClosedLine
            key={correction.id}
            correction={correction}
            cycle={cycle}
            mayWrite={mayCheck(correction)}
          />
        )}
      </Group>
      {!showsClosed && closed.total > closed.lines.length && (
        <p className="card-body ruled" id="closed">
          <Link to={`${addressOf({ closed: 1 })}#closed`} preventScrollReset>
            Resolved and withdrawn ({closed.total})
          </Link>
        </p>
      )}
      {(hasRows || backCheckResult) && (
        <BackChecksForm
          cycle={cycle}
          action={addressOf({ "back-check": "" })}
          lines={checkable}
          hasUndecided={isInReview && toBackCheck.left > 0}
        />
      )}
    </Card>
  );
}

type GroupProps = {
  title: string;
  id?: string;
  aside?: string;
  lines: CorrectionLine[];
  children: (correction: CorrectionLine) => ReactNode;
};

function Group({ title, id, aside, lines, children }: GroupProps) {
  if (lines.length === 0) return null;
  return (
    <section className="corrections" id={id}>
      <header>
        <h3>{title}</h3>
        {aside && <span>{aside}</span>}
      </header>
      <ul>{lines.map(children)}</ul>
    </section>
  );
}

type LineProps = { correction: CorrectionLine; mayWrite: boolean };

type CheckedLineProps = LineProps & { cycle: string };

/** The rest of a link's name, read aloud as "Edit Correction Fire 3". */
const OfCorrection = ({ correction, of = "" }: Pick<LineProps, "correction"> & { of?: string }) => (
  <span className="sr-only">
    {of} Correction {spokenNumber(correction)}
  </span>
);

function FullTextLink({ correction }: Pick<LineProps, "correction">) {
  const { id } = correction;
  const { addressOf } = usePageAddress();
  return (
    <Link to={`${addressOf({ correction: id })}#correction-${id}`} preventScrollReset>
      Show all
      <OfCorrection correction={correction} of=" of" />
    </Link>
  );
}

type CorrectionLinkProps = Pick<LineProps, "correction"> & { dialog: string; children: ReactNode };

const CorrectionLink = ({ correction, dialog, children }: CorrectionLinkProps) => (
  <DialogLink to={`corrections/${correction.id}/${dialog}`}>
    {children}
    <OfCorrection correction={correction} />
  </DialogLink>
);

const IssuedCorrection = ({ correction, children }: { correction: CorrectionLine; children: ReactNode }) => (
  <Correction
    correction={correction}
    place={`${placeOf(correction)} · first written ${correction.reviewCycle}`}
    fullText={correction.isCut && <FullTextLink correction={correction} />}
  >
    {children}
  </Correction>
);

/** Whether the row of a correction has a verdict to choose. One that was reopened is changed in its dialog. */
const hasFields = ({ status, verdict }: CorrectionLine): boolean =>
  verdict ? verdicts[verdict].isOnOpen : correctionStatuses[status].isOpen;

function BackCheckLine({ correction, cycle, mayWrite }: CheckedLineProps) {
  const { addressOf } = usePageAddress();
  const isRefused = isRefusedRow(correction, useBackCheckResult());
  const fields = <BackCheckFields correction={correction} />;
  return (
    <IssuedCorrection correction={correction}>
      {mayWrite && correction.isEditable && (
        <p className="row small">
          <CorrectionLink correction={correction} dialog="edit">
            Edit
          </CorrectionLink>
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
            <p className="row small">
              <CorrectionLink correction={correction} dialog="reopen">
                Edit remark
              </CorrectionLink>
            </p>
          )}
          <UndoBackCheckForm
            correction={correction}
            cycle={cycle}
            action={addressOf({ "undo-back-check": "" })}
          />
        </>
      )}
    </IssuedCorrection>
  );
}

function DraftLine({ correction, mayWrite }: LineProps) {
  return (
    <Correction
      correction={correction}
      fullText={correction.isCut && <FullTextLink correction={correction} />}
      badge={<Badge tone="grey">Draft</Badge>}
    >
      {correction.writtenBy && <p className="small">{correction.writtenBy}</p>}
      <RowUndo of={`correction ${correction.id}`} />
      {mayWrite && !correction.isDeleted && (
        <p className="row small">
          <CorrectionLink correction={correction} dialog="edit">
            Edit
          </CorrectionLink>
          <CorrectionLink correction={correction} dialog="delete">
            Delete
          </CorrectionLink>
        </p>
      )}
    </Correction>
  );
}

function ClosedLine(props: CheckedLineProps) {
  const { correction, mayWrite } = props;
  const isRefused = isRefusedRow(correction, useBackCheckResult());
  if (correction.verdict || isRefused) return <BackCheckLine {...props} />;
  return (
    <IssuedCorrection correction={correction}>
      {mayWrite && (
        <p className="row small">
          <CorrectionLink correction={correction} dialog="reopen">
            Reopen
          </CorrectionLink>
        </p>
      )}
    </IssuedCorrection>
  );
}
