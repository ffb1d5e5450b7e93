// biome-ignore-all lint/a11y/noSvgWithoutTitle: the picture has the name of the sheet, and each link in the drawing its own
import { disciplines } from "~/models/discipline";
import type { ShownPlace } from "~/models/letters/shown-place.server";
import { anchorOf, type Point, shapes } from "~/models/markups/markup";
import { pathOf } from "~/models/markups/shape-path";
import type { StagedSheet } from "./sheet-stage";

type PlacesProps = {
  sheet: Pick<StagedSheet, "width" | "height">;
  places: ShownPlace[];
  /** The correction whose places are emphasized. */
  chosen?: number | null;
};

/** The shapes on a sheet, and above them the numbers of their corrections, which lead to these in the list. */
export function DrawnPlaces({ sheet, places, chosen }: PlacesProps) {
  const { width, height } = sheet;
  return (
    <>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className="sheet-shapes">
        {places.map((place, index) => {
          const path = pathOf(place, sheet);
          return path && <path key={place.id ?? index} d={path} className={toneOf(place)} />;
        })}
      </svg>
      {places.map((place, index) => (
        <Pin key={place.id ?? index} place={place} isChosen={place.correctionId === chosen} />
      ))}
    </>
  );
}

const toneOf = ({ discipline }: ShownPlace) => disciplines[discipline].tone;

const pinHeight = 24;
const widthOfText = (text: string): number => 8 * text.length + 14;

function Pin({ place, isChosen }: { place: ShownPlace; isChosen: boolean }) {
  const { number, discipline, correctionId, isDraft, shape, text } = place;
  const [x, y] = anchorOf(place);
  const written = text ? `${number} ${text}` : number;
  const width = widthOfText(written);
  const { left, top, path } = flagAt([x, y], width);
  const name = [`Correction ${discipline} ${number}`, isDraft && "draft", shapes[shape].label.toLowerCase()];
  const className = ["pin", toneOf(place), isDraft && "draft", isChosen && "chosen"]
    .filter(Boolean)
    .join(" ");
  return (
    <svg x={`${x * 100}%`} y={`${y * 100}%`} overflow="visible">
      <a
        href={`#correction-${correctionId}`}
        className={className}
        aria-label={name.filter(Boolean).join(", ")}
      >
        <path d={path} />
        <text x={left + width / 2} y={top + pinHeight / 2 + 4.5}>
          {written}
        </text>
      </a>
    </svg>
  );
}

/** A flag whose corner is at the place. It stays on the sheet at its upper and right edges. */
function flagAt([x, y]: Point, width: number) {
  const left = x > 0.93 ? -width : 0;
  const top = y < 0.06 ? 0 : -pinHeight;
  const [right, bottom] = [left + width, top + pinHeight];
  const isCorner = (cornerX: number, cornerY: number) => cornerX === 0 && cornerY === 0;
  const corner = (
    cornerX: number,
    cornerY: number,
    fromX: number,
    fromY: number,
    toX: number,
    toY: number,
  ) =>
    isCorner(cornerX, cornerY)
      ? `L0 0`
      : `L${cornerX + fromX} ${cornerY + fromY}Q${cornerX} ${cornerY} ${cornerX + toX} ${cornerY + toY}`;
  const round = 8;
  const corners = [
    corner(left, top, 0, round, round, 0),
    corner(right, top, -round, 0, 0, round),
    corner(right, bottom, 0, -round, -round, 0),
    corner(left, bottom, round, 0, 0, -round),
  ];
  return { left, top, path: `M${corners.join("").slice(1)}Z` };
}
