import { useState } from "react";
import { type Drawn, nameOfShape, shapes } from "~/models/markups/markup";
import { isPlacedShape, type PlacedShape, placedShapes, shapeAtCell } from "~/models/markups/placing";
import { cellAt, type SheetView, viewQuery } from "~/models/sheets/sheet-view";
import { Button } from "~/ui/button";
import { SelectField } from "~/ui/fields";
import type { ChangePlaces } from "./drawing-tools";
import { cellOptions } from "./look-forms";
import type { TypedPlacing } from "./placing-form";

const shapeOptions = placedShapes.map((value) => ({ value, label: shapes[value].label }));

type PlaceFieldsProps = {
  places: Drawn[];
  view: SheetView;
  typed: TypedPlacing;
  onPlaces: (change: ChangePlaces) => void;
};

/** The places as text, and what marks one without a pointer. */
export function PlaceFields({ places, view, typed, onPlaces }: PlaceFieldsProps) {
  const [shape, setShape] = useState<PlacedShape>(isPlacedShape(typed.shape) ? typed.shape : "pin");
  const [cell, setCell] = useState(typed.cell ?? cellAt(view));
  const placed = shapeAtCell(shape, cell);
  return (
    <fieldset className="field" id="places" tabIndex={-1}>
      <legend>Places on this sheet</legend>
      <input type="hidden" name="view" value={viewQuery(view)} />
      <ul className="placed">
        {places.map((place, index) => (
          <PlacedLine
            // biome-ignore lint/suspicious/noArrayIndexKey: a place has no other key before it is saved
            key={index}
            {...{ place, index }}
            onRemove={() => onPlaces((all) => all.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      <div
        className="row"
        onChange={({ target }) => {
          const { name, value } = target as unknown as HTMLSelectElement;
          if (name === "cell") setCell(value);
          else if (isPlacedShape(value)) setShape(value);
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
            if (placed) onPlaces((all) => [...all, placed]);
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
  const name = nameOfShape(place);
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
