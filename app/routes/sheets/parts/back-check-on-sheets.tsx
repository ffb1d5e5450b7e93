import { Link } from "react-router";
import { numberOf, spokenNumber, verdicts } from "~/models/corrections/correction";
import { disciplines } from "~/models/discipline";
import { failures } from "~/models/failures";
import { cellOf, type Drawn, placeQuery } from "~/models/markups/markup";
import { optionsOf } from "~/models/options";
import type { SheetView } from "~/models/sheets/sheet-view";
import { Card } from "~/ui/card";
import { placeOf } from "~/ui/corrections/correction-lines";
import { EditConflict } from "~/ui/edit-conflict";
import { RadioGroup, TextField } from "~/ui/fields";
import { PostForm, SubmitButton, usePostForm } from "~/ui/post-form";
import { DrawnMarkups } from "~/ui/sheets/drawn-markups";
import { SheetStage, type StagedSheet } from "~/ui/sheets/sheet-stage";
import type { loadBackChecks } from "./load-back-checks.server";

type Chosen = NonNullable<Awaited<ReturnType<typeof loadBackChecks>>["chosen"]>;
type Pair = Chosen["pairs"][number];

const options = optionsOf(verdicts).filter(({ value }) => verdicts[value].isOnOpen);
const labels = { verdict: "Verdict", remark: "Remark" };

/** A correction with each place on the old sheet and on the new one, and its verdict. */
export function BackCheckOnSheets({ base, chosen }: { base: string; chosen: Chosen }) {
  const { correction, pairs, mayMark } = chosen;
  return (
    <div className="columns">
      <div className="min-w-0">
        {pairs.map((pair) => (
          <PlacePair key={pair.id} {...{ base, pair, correction, mayMark }} />
        ))}
      </div>
      <BackCheckForm chosen={chosen} />
    </div>
  );
}

type Correction = Chosen["correction"];

type PairProps = { base: string; pair: Pair; correction: Correction; mayMark: boolean };

function PlacePair({ base, pair, correction, mayMark }: PairProps) {
  const { before, now } = pair;
  return (
    <Card title={titleOf(pair)} flush>
      <div className="sheet-pair">
        <PlaceOnSheet {...{ base, correction, place: { ...pair, points: before.points }, side: before }} />
        {now ? (
          <PlaceOnSheet
            {...{ base, correction, place: { ...pair, points: now.points }, side: now }}
            isNow
            mayMark={mayMark}
          />
        ) : (
          <p className="card-body small">The current set has no other {before.sheet.name}.</p>
        )}
      </div>
    </Card>
  );
}

/** Returns "A-101 in D3: PC1 and PC2". */
function titleOf({ shape, before, now }: Pair): string {
  const cycles = [before.cycle, now?.cycle].filter(Boolean).join(" and ");
  return `${before.sheet.name} in ${cellOf({ shape, points: before.points })}: ${cycles}`;
}

type SideProps = {
  base: string;
  correction: Correction;
  place: Drawn;
  side: { sheet: StagedSheet; cycle: string; view: SheetView };
  isNow?: boolean;
  mayMark?: boolean;
};

function PlaceOnSheet({ base, correction, place, side, isNow, mayMark }: SideProps) {
  const { sheet, cycle, view } = side;
  const path = `${base}/${sheet.id}`;
  const query = placeQuery(place, correction.id);
  const markup = {
    drawn: place,
    label: numberOf(correction),
    name: `Correction ${numberOf(correction)} on ${sheet.name} of ${cycle}`,
    tone: disciplines[correction.discipline].tone,
    href: `${path}?${query}`,
    isHollow: isNow === true,
  };
  return (
    <figure>
      <SheetStage sheet={sheet} view={view}>
        <DrawnMarkups sheet={sheet} view={view} markups={[markup]} />
      </SheetStage>
      <figcaption className="row small">
        <strong>{cycle}</strong>
        <Link to={`${path}?${query}`} reloadDocument>
          Open {sheet.name} of {cycle} here
        </Link>
        {mayMark && <Link to={`${path}/marks/new?${query}`}>Mark it on the new sheet</Link>}
      </figcaption>
    </figure>
  );
}

function BackCheckForm({ chosen }: { chosen: Chosen }) {
  const { correction, current, earlier, obstacle, cycle } = chosen;
  const values = { verdict: current?.verdict, remark: current?.remark ?? undefined };
  const [form, fields] = usePostForm<"verdict" | "remark">("back-check", { values });
  return (
    <Card
      title={
        <>
          <span className="sr-only">Correction </span>
          {numberOf(correction)}
        </>
      }
    >
      <p className="small">{placeOf(correction)}</p>
      <p className="correction-text">{correction.text}</p>
      {correction.answer && <p className="note">{correction.answer}</p>}
      {earlier.map(({ reviewCycle, verdict, remark }) => (
        <p key={reviewCycle} className="note">
          {verdicts[verdict].label} in {reviewCycle}
          {remark && `: ${remark}`}
        </p>
      ))}
      <PostForm
        form={form}
        labels={labels}
        failure={failures.saveBackCheck}
        version={correction.updatedAt}
        hasToast={!form.formResult?.current}
        className="stack mt-3"
      >
        <EditConflict labels={labels} columns={{ verdict: { kind: "option", of: verdicts } }} />
        {obstacle && <p className="note">{obstacle}</p>}
        <input type="hidden" name="correctionId" value={correction.id} />
        <input type="hidden" name="cycle" value={cycle} />
        <RadioGroup
          field={fields.verdict}
          label={`Verdict on Correction ${spokenNumber(correction)}`}
          options={options}
          isSegmented
        />
        <TextField field={fields.remark} hint="Required unless resolved." rows={3} required={false} />
        <div className="actions">
          <SubmitButton tone="primary" disabled={obstacle !== null}>
            Save and go on
          </SubmitButton>
        </div>
      </PostForm>
    </Card>
  );
}
