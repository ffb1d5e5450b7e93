// biome-ignore-all lint/a11y/noSvgWithoutTitle: the picture has the name of the sheet, and each link in the drawing its own
import { memo } from "react";
import { anchorOf } from "~/models/markups/markup";
import { flagHeight, flagOf, pathOf } from "~/models/markups/shape-path";
import type { SheetView } from "~/models/sheets/sheet-view";
import type { DrawnMarkup } from "./drawn-markup";
import { type StagedSheet, StageLayer } from "./sheet-stage";

type MarkupsProps = {
  sheet: Pick<StagedSheet, "width" | "height">;
  view: SheetView;
  markups: DrawnMarkup[];
};

/** So many are laid out within a frame. */
const shapesOfLayer = 25;

/** What is drawn on a sheet, in layers. They are not rendered again while something is drawn. */
export const DrawnMarkups = memo(function DrawnMarkups({ sheet, view, markups }: MarkupsProps) {
  const starts = markups.flatMap((_, index) => (index % shapesOfLayer === 0 ? index : []));
  return (starts.length > 0 ? starts : [0]).map((start) => (
    <StageLayer key={start} view={view}>
      <Markups sheet={sheet} markups={markups.slice(start, start + shapesOfLayer)} />
    </StageLayer>
  ));
});

/** Some shapes, and above them what is written beside each, which leads to the list. */
function Markups({ sheet, markups }: Pick<MarkupsProps, "sheet" | "markups">) {
  const { width, height } = sheet;
  return (
    <>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className="sheet-shapes">
        {markups.map((markup, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: shapes without a row have no other key
          <ShapePath key={index} markup={markup} sheet={sheet} />
        ))}
      </svg>
      {markups.map((markup, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Pin key={index} markup={markup} />
      ))}
    </>
  );
}

type ShapePathProps = { markup: DrawnMarkup; sheet: MarkupsProps["sheet"] };

/** The page has the box of a stroke, and a script its points. */
function ShapePath({ markup: { drawn, tone }, sheet }: ShapePathProps) {
  const { isBox } = drawn;
  const path = pathOf(isBox ? { ...drawn, shape: "rectangle" } : drawn, sheet);
  return path && <path d={path} className={isBox ? `${tone} stroke-box` : tone} />;
}

const widthOfText = (text: string): number => 8 * text.length + 14;

function Pin({ markup }: { markup: DrawnMarkup }) {
  const { drawn, label, name, tone, href, isHollow, isChosen } = markup;
  const [x, y] = anchorOf(drawn);
  const written = drawn.text ? `${label} ${drawn.text}` : label;
  const width = widthOfText(written);
  const { left, top, path } = flagOf(width, { isLeft: x > 0.93, isBelow: y < 0.06 });
  const className = ["pin", tone, isHollow && "hollow", isChosen && "chosen"].filter(Boolean).join(" ");
  return (
    <svg x={`${x * 100}%`} y={`${y * 100}%`} overflow="visible">
      <a href={href} className={className} aria-label={drawn.text ? `${name}: ${drawn.text}` : name}>
        <path d={path} />
        <text x={left + width / 2} y={top + flagHeight / 2 + 4.5}>
          {written}
        </text>
      </a>
    </svg>
  );
}
