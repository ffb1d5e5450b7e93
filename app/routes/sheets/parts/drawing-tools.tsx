import { Cloud, Hand, MapPin, MoveUpRight, Pencil, Ruler, Slash, Square, Type } from "lucide";
import { type ReactNode, useState } from "react";
import { type Drawn, maxMarkupText, maxPlaces, type Shape, shapes } from "~/models/markups/markup";
import { scaleText } from "~/models/markups/measure";
import { drawn } from "~/ui/icon";
import { Undo } from "~/ui/icons";
import type { SheetLooking } from "~/ui/sheets/sheet-looking";
import { useDrawing } from "~/ui/sheets/use-drawing";

const icons = {
  pin: drawn(MapPin),
  rectangle: drawn(Square),
  cloud: drawn(Cloud),
  arrow: drawn(MoveUpRight),
  line: drawn(Slash),
  text: drawn(Type),
  freehand: drawn(Pencil),
  measure: drawn(Ruler),
} satisfies Record<Shape, () => ReactNode>;

const HandIcon = drawn(Hand);

type ToolsProps = {
  /** The id of the form that the places are for. */
  form: string;
  /** Of the sheet, in thousandths. */
  scale: number | null;
  mayScale: boolean;
  /** Undefined until scripts run. */
  looking: SheetLooking | undefined;
  places: Drawn[];
  onPlaces: (change: ChangePlaces) => void;
};

/** Returns the places with one more, or one less. */
export type ChangePlaces = (places: Drawn[]) => Drawn[];

/** What a pointer draws. Without scripts, a click marks a place, and this says so. */
export function DrawingTools({ form, scale, mayScale, looking, places, onPlaces }: ToolsProps) {
  const [tool, setTool] = useState<Shape | null>("pin");
  const isFull = places.length >= maxPlaces;
  useDrawing(looking, {
    tool: isFull ? null : tool,
    places,
    onDrawn: (place) => onPlaces((all) => [...all, place]),
  });
  if (!looking) return <p className="drawing-tools small">Click on the drawing to mark a place.</p>;
  return (
    <div className="drawing-tools" role="toolbar" aria-label="Draw">
      <Tool label="Move the sheet" isChosen={tool === null} onChoose={() => setTool(null)}>
        <HandIcon />
      </Tool>
      {(Object.keys(icons) as (keyof typeof icons)[]).map((shape) => {
        const Icon = icons[shape];
        return (
          <Tool
            key={shape}
            label={shapes[shape].label}
            isChosen={tool === shape}
            onChoose={() => setTool(shape)}
          >
            <Icon />
          </Tool>
        );
      })}
      <button
        type="button"
        className="button icon-button"
        title="Undo"
        disabled={places.length === 0}
        onClick={() => onPlaces((all) => all.slice(0, -1))}
      >
        <Undo />
        <span className="sr-only">Undo</span>
      </button>
      {isFull && (
        <span className="small" role="status">
          {maxPlaces} places are marked, which is the most.
        </span>
      )}
      {tool === "text" && (
        <label className="row">
          <span>Text</span>
          <input id="drawn-text" maxLength={maxMarkupText} placeholder="Then click on the drawing" />
        </label>
      )}
      {tool === "measure" && <Scale form={form} scale={scale} mayScale={mayScale} />}
    </div>
  );
}

/** The scale follows from the last measured line and its length. */
function Scale({ form, scale, mayScale }: Pick<ToolsProps, "form" | "scale" | "mayScale">) {
  const known = scale === null ? undefined : `Scale ${scaleText(scale)}`;
  if (!mayScale) return <span className="small">{known ?? "This sheet has no scale yet"}</span>;
  return (
    <div className="row small">
      <span>{known ?? "No scale yet: measure a known line"}</span>
      <label className="row">
        The last line is
        <input name="scaleFeet" form={form} inputMode="decimal" aria-label="Feet" size={4} /> ft
      </label>
      <label className="row">
        <input name="scaleInches" form={form} inputMode="decimal" aria-label="Inches" size={4} /> in
      </label>
      <button
        type="submit"
        form={form}
        name="setScale"
        value="1"
        className="button button-small"
        data-leads-on=""
      >
        Set scale
      </button>
    </div>
  );
}

type ToolProps = { label: string; isChosen: boolean; onChoose: () => void; children: ReactNode };

const Tool = ({ label, isChosen, onChoose, children }: ToolProps) => (
  <button
    type="button"
    className="button icon-button"
    title={label}
    aria-pressed={isChosen}
    onClick={onChoose}
  >
    {children}
    <span className="sr-only">{label}</span>
  </button>
);
