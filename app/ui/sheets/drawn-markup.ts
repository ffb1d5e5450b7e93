import { disciplines } from "~/models/discipline";
import type { ShownPlace } from "~/models/letters/shown-place.server";
import { type Drawn, shapes } from "~/models/markups/markup";
import type { Tone } from "~/models/tone";

/** A shape on a sheet with what is written beside it, and where that leads. */
export type DrawnMarkup = {
  /** Of a stroke, the page may have the box only. */
  drawn: Drawn & { isBox?: boolean };
  label: string;
  /** What is read aloud. */
  name: string;
  tone: Tone;
  href: string;
  isHollow: boolean;
  isChosen?: boolean;
};

/** `chosen` is the correction whose places are emphasized. */
export function markupOfPlace(place: ShownPlace, chosen?: number | null): DrawnMarkup {
  const { number, discipline, correctionId, isDraft, shape } = place;
  const parts = [`Correction ${discipline} ${number}`, isDraft && "draft", shapes[shape].label.toLowerCase()];
  return {
    drawn: place,
    label: number,
    name: parts.filter(Boolean).join(", "),
    tone: disciplines[discipline].tone,
    href: `#correction-${correctionId}`,
    isHollow: isDraft,
    isChosen: correctionId === chosen,
  };
}

export const markupOfPrivate = (mark: Drawn): DrawnMarkup => ({
  drawn: mark,
  label: "Private",
  name: `Private mark, ${shapes[mark.shape].label.toLowerCase()}`,
  tone: "grey",
  href: "#private-marks",
  isHollow: false,
});

/** Of a shape that is not saved yet. */
export const markupOfNew = (drawn: Drawn, tone: Tone): DrawnMarkup => ({
  drawn,
  label: "New",
  name: `New ${shapes[drawn.shape].label.toLowerCase()}`,
  tone,
  href: "#places",
  isHollow: true,
});
