// biome-ignore-all lint/a11y/noSvgWithoutTitle: each link in the drawing has a name
import { areaKinds } from "~/models/pdf/area-kind";
import { pictureSize } from "~/models/sheets/picture-size";
import { pictureAddress } from "~/models/sheets/rendition";
import { type ComparisonPicture, comparisonName } from "~/models/sheets/sheet-comparison";
import { addressOfView, partOf, pictureOfView, type SheetView, viewName } from "~/models/sheets/sheet-view";
import type { ComparedPair } from "./load-comparison.server";

type StageProps = { pair: ComparedPair; view: SheetView; path: string };

/** A view of both sheets over each other. `compare-sheets.ts` reads the attributes, and shows one of them instead. */
export function ComparisonStage({ pair, view, path }: StageProps) {
  const { earlier, later } = pair;
  const isTall = later.width < later.height;
  const picture = pictureOfView(view);
  const nameOf = (kind: ComparisonPicture["kind"]) => comparisonName({ kind, earlier, view: picture });
  return (
    <div
      className={isTall ? "sheet-stage tall" : "sheet-stage"}
      data-earlier={pictureAddress(later, nameOf("earlier"), "webp")}
      data-later={pictureAddress(later, viewName(picture), "webp")}
    >
      <picture>
        <source type="image/avif" srcSet={pictureAddress(later, nameOf("both"), "avif")} />
        <img
          src={pictureAddress(later, nameOf("both"), "webp")}
          alt={`${view.zoom === 1 ? "" : "A part of "}${later.name}, ${earlier.label} and ${later.label} laid over each other`}
          fetchPriority="high"
          {...pictureSize(later)}
        />
      </picture>
      <svg className="sheet-drawn">
        {pair.areas.map((area) => (
          <AreaLink key={area.number} area={area} view={view} path={path} pair={pair} />
        ))}
      </svg>
    </div>
  );
}

type Area = ComparedPair["areas"][number];
type AreaProps = StageProps & { area: Area };

/** Around an area, in fractions of a view. */
const margin = 0.008;

const percent = (value: number): string => `${Math.round(value * 1e4) / 100}%`;

function AreaLink({ area, view, path, pair: { later } }: AreaProps) {
  const part = partOf(view);
  const marginDown = (margin * later.width) / later.height;
  const left = (area.left - part.left) / part.width - margin;
  const top = (area.top - part.top) / part.height - marginDown;
  const width = area.width / part.width + 2 * margin;
  const height = area.height / part.height + 2 * marginDown;
  if (left > 1 || top > 1 || left + width < 0 || top + height < 0) return null;
  return (
    <a
      href={addressOfView(path, area.view)}
      className={`changed-area ${area.kind}`}
      aria-label={`Area ${area.number}: ${areaKinds[area.kind].label}, cell ${area.cell}`}
      aria-current={area.isCurrent || undefined}
    >
      <rect x={percent(left)} y={percent(top)} width={percent(width)} height={percent(height)} />
      <AreaNumber left={Math.max(0, left)} top={Math.max(0, top)} number={area.number} />
    </a>
  );
}

const numberHeight = 18;

/** Above the corner of its area, or in it where no room is above. */
function AreaNumber({ left, top, number }: { left: number; top: number; number: number }) {
  const width = 8 * String(number).length + 8;
  const [x, y] = [left > 0.95 ? -width : 0, top < 0.04 ? 0 : -numberHeight];
  return (
    <svg x={percent(left)} y={percent(top)} overflow="visible">
      <rect x={x} y={y} width={width} height={numberHeight} className="area-number" />
      <text x={x + width / 2} y={y + 13}>
        {number}
      </text>
    </svg>
  );
}
