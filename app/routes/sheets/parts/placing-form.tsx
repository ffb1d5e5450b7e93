import { useState } from "react";
import { Link } from "react-router";
import { type Discipline, isDiscipline } from "~/models/discipline";
import { failures } from "~/models/failures";
import { anchorOf, type Drawn, shapes } from "~/models/markups/markup";
import { type PlacedShape, placedShapes, shapeAtCell } from "~/models/markups/placing";
import { cellAt, gridCells, readView, type SheetView, viewQuery } from "~/models/sheets/sheet-view";
import type { FormResult } from "~/platform/forms/form.server";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import {
  type CorrectionFieldName,
  CorrectionFormFields,
  correctionFormLabels,
  withTyped,
} from "~/ui/corrections/correction-form-fields";
import { SelectField } from "~/ui/fields";
import { useLast } from "~/ui/form-result";
import { PostForm, SubmitButton, usePostForm } from "~/ui/post-form";
import { LibraryOnSheet } from "./library-on-sheet";
import type { PlacingData } from "./load-placing.server";
import { PlacingBoard } from "./placing-board";

export const placingFormId = "correction";

type Typed = {
  places?: string;
  view?: string;
  discipline?: string;
  shape?: string;
  cell?: string;
  standard?: string;
};
export type PlacingResult = FormResult & {
  found?: { id: number; title: string; codeReference: string | null }[];
};

/** A correction's form beside the sheet that it is about. */
export function PlacingForm({ data }: { data: PlacingData }) {
  const [form, fields] = usePostForm<CorrectionFieldName, PlacingResult>(placingFormId, data);
  const { formResult } = form;
  // What a button filled in is another form.
  const { value: typed = {}, count } = useLast(formResult?.submission.initialValue as Typed | undefined);
  const [places, setPlaces] = usePlaces(typed.places, count);
  const view = typed.view === undefined ? data.view : readView(new URLSearchParams(typed.view));
  const disciplines = withTyped(data.disciplines, formResult);
  const discipline = typed.discipline ?? data.values.discipline ?? disciplines[0];
  return (
    <div className="sheet-viewer">
      <PlacingBoard
        {...{ sheet: data.sheet, path: data.path, view, places }}
        form={placingFormId}
        shown={data.places}
        onPlaces={setPlaces}
        discipline={isDiscipline(discipline) ? discipline : ("Architectural" satisfies Discipline)}
      />
      <Card title="Add correction">
        <PostForm
          form={form}
          labels={correctionFormLabels}
          failure={failures.saveCorrection}
          idempotencyKey={data.idempotencyKey}
          isUnsaved={places.length > 0}
          className="stack"
        >
          {data.obstacle && <p className="note">{data.obstacle}</p>}
          {typed.standard && <input type="hidden" name="standard" value={typed.standard} />}
          <div key={count} className="stack">
            <CorrectionFormFields
              {...{ fields, disciplines, asksReason: data.asksReason, needsReason: data.needsReason }}
              startsAt="text"
            />
          </div>
          <PlaceFields {...{ places, view, typed }} onPlaces={setPlaces} />
          <div className="actions">
            <SubmitButton tone="primary" disabled={data.obstacle !== null}>
              Save correction
            </SubmitButton>
            <SubmitButton name="again" value="1" disabled={data.obstacle !== null}>
              Save and place another
            </SubmitButton>
            <Link to={`${data.path}${viewQuery(view) && `?${viewQuery(view)}`}`}>Cancel</Link>
          </div>
          <LibraryOnSheet lastUsed={data.lastUsed} found={formResult?.found} />
        </PostForm>
      </Card>
    </div>
  );
}

/** The places that are drawn, which a form that comes back sets anew. */
export function usePlaces(typed: string | undefined, count: number) {
  const [state, setState] = useState({ count, places: placesIn(typed) });
  const places = state.count === count ? state.places : placesIn(typed);
  return [places, (changed: Drawn[]) => setState({ count, places: changed })] as const;
}

function placesIn(typed: string | undefined): Drawn[] {
  try {
    const places: unknown = JSON.parse(typed ?? "[]");
    return Array.isArray(places) ? places : [];
  } catch {
    return [];
  }
}

const shapeOptions = placedShapes.map((value) => ({ value, label: shapes[value].label }));
const cellOptions = gridCells.map((cell) => ({ value: cell, label: cell }));

type PlaceFieldsProps = {
  places: Drawn[];
  view: SheetView;
  typed: Typed;
  onPlaces: (places: Drawn[]) => void;
};

/** The places as text, and what marks one without a pointer. */
export function PlaceFields({ places, view, typed, onPlaces }: PlaceFieldsProps) {
  const [shape, setShape] = useState(typed.shape ?? "pin");
  const [cell, setCell] = useState(typed.cell ?? cellAt(view));
  const placeAtCell = () => {
    const placed = shapeAtCell(shape as PlacedShape, cell);
    return placed ? onPlaces([...places, placed]) : undefined;
  };
  return (
    <fieldset className="field">
      <legend>Places on this sheet</legend>
      <input type="hidden" name="places" value={JSON.stringify(places)} />
      <input type="hidden" name="view" value={viewQuery(view)} />
      {places.length > 0 && (
        <ul className="placed">
          {places.map((place, index) => (
            <PlacedLine
              // biome-ignore lint/suspicious/noArrayIndexKey: a place has no other key before it is saved
              key={index}
              {...{ place, index }}
              onRemove={() => onPlaces(places.filter((other) => other !== place))}
            />
          ))}
        </ul>
      )}
      <div
        className="row"
        onChange={({ target }) => {
          const { name, value } = target as unknown as HTMLSelectElement;
          if (name === "shape") setShape(value);
          else setCell(value);
        }}
      >
        <SelectField
          field={{ id: "shape", name: "shape", initialValue: shape }}
          label="Mark"
          options={shapeOptions}
          required={false}
        />
        <SelectField
          field={{ id: "cell", name: "cell", initialValue: cell }}
          label="Cell"
          options={cellOptions}
          required={false}
        />
        <Button
          size="small"
          name="placeAtCell"
          value="1"
          data-leads-on=""
          onClick={(event) => {
            event.preventDefault();
            placeAtCell();
          }}
        >
          Place here
        </Button>
      </div>
    </fieldset>
  );
}

type PlacedLineProps = { place: Drawn; index: number; onRemove: () => void };

function PlacedLine({ place, index, onRemove }: PlacedLineProps) {
  const [x, y] = anchorOf(place);
  const name = `${shapes[place.shape].label} in ${cellAt({ x, y })}`;
  return (
    <li className="row spread">
      {name}
      <Button
        size="small"
        name="removePlace"
        value={index}
        data-leads-on=""
        onClick={(event) => {
          event.preventDefault();
          onRemove();
        }}
      >
        Remove<span className="sr-only"> {name}</span>
      </Button>
    </li>
  );
}
