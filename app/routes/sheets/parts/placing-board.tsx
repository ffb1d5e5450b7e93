import { useRef } from "react";
import type { Drawn } from "~/models/markups/markup";
import { measuredText } from "~/models/markups/measure";
import type { SheetView } from "~/models/sheets/sheet-view";
import type { Tone } from "~/models/tone";
import { type DrawnMarkup, markupOfNew } from "~/ui/sheets/drawn-markup";
import { DrawnMarkups } from "~/ui/sheets/drawn-markups";
import { LookControls } from "~/ui/sheets/look-controls";
import { SheetStage, type StagedSheet } from "~/ui/sheets/sheet-stage";
import { useLooking } from "~/ui/sheets/use-looking";
import { type ChangePlaces, DrawingTools } from "./drawing-tools";

type BoardProps = {
  path: string;
  /** The id of the form that the places are for. */
  form: string;
  sheet: StagedSheet;
  mayScale: boolean;
  view: SheetView;
  /** What is on the sheet already. */
  shown: DrawnMarkup[];
  places: Drawn[];
  onPlaces: (change: ChangePlaces) => void;
  /** Of what is drawn now. */
  tone: Tone;
};

/** The sheet beside a form, on which its places are drawn; without scripts, by a click. */
export function PlacingBoard({
  path,
  form,
  sheet,
  mayScale,
  view,
  shown,
  places,
  onPlaces,
  tone,
}: BoardProps) {
  const board = useRef<HTMLElement>(null);
  const looking = useLooking(board);
  return (
    <section className="card sheet-board" aria-label="Drawing" ref={board}>
      <EnterButton form={form} />
      <LookControls path={path} view={view} form={form} />
      <DrawingTools
        form={form}
        scale={sheet.scale ?? null}
        mayScale={mayScale}
        looking={looking}
        places={places}
        onPlaces={onPlaces}
      />
      <SheetStage
        sheet={sheet}
        view={view}
        path={path}
        click={{ form, label: "Mark the place where you click" }}
      >
        <DrawnMarkups sheet={sheet} view={view} markups={shown} />
        <DrawnMarkups
          sheet={sheet}
          view={view}
          markups={places.map((place) => markupOfNew(measured(place, sheet), tone))}
        />
      </SheetStage>
    </section>
  );
}

/** What Enter in a field presses, which would be the first button of the view otherwise. */
const EnterButton = ({ form }: { form: string }) => (
  <button
    type="submit"
    form={form}
    name="enter"
    value="1"
    className="sr-only"
    tabIndex={-1}
    aria-hidden="true"
  >
    Save
  </button>
);

/** With its length, as it will be saved. */
const measured = (drawn: Drawn, sheet: StagedSheet): Drawn =>
  drawn.shape === "measure" && sheet.scale
    ? { ...drawn, text: measuredText(drawn.points, sheet, sheet.scale) }
    : drawn;
