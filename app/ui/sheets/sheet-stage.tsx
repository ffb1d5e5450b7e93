// biome-ignore-all lint/a11y/noSvgWithoutTitle: the picture has the name of the sheet, and each link in the drawing its own
import type { ReactNode } from "react";
import { pictureSize } from "~/models/sheets/picture-size";
import { pictureAddress, type SheetPicture } from "~/models/sheets/rendition";
import {
  clickName,
  partOf,
  pictureNameOf,
  pictureOfView,
  type SheetView,
  stageWidths,
  viewOfPicture,
  viewQuery,
} from "~/models/sheets/sheet-view";

/** A sheet as it is looked at; its sides are in points. */
export type StagedSheet = SheetPicture & {
  name: string;
  title: string | null;
  width: number;
  height: number;
  /** In thousandths. */
  scale?: number | null;
};

type StageProps = {
  sheet: StagedSheet;
  view: SheetView;
  /** The address of the sheet's page, if the stage can be moved. */
  path?: string;
  /** Where a click without scripts is sent, and what it does. */
  click?: { action: string; label: string } | { form: string; label: string };
  /** The sheet that is looked at next. */
  next?: SheetPicture | null;
  /** What is drawn over the sheet. */
  children?: ReactNode;
};

/** A view of a sheet. `look-at-sheet.ts` moves what is in it, and reads the attributes. */
export function SheetStage({ sheet, view, path, click, next, children }: StageProps) {
  const seen = viewOfPicture(pictureOfView(view));
  const { width, height } = sheet;
  return (
    <div
      className={width < height ? "sheet-stage tall" : "sheet-stage"}
      data-path={path}
      data-picture={`/sheet-pictures/${sheet.id}/${sheet.hash}/`}
      data-size={`${width} ${height}`}
      data-view={`${seen.zoom} ${seen.x} ${seen.y}`}
      // Its styles are in the page, for the script.
      data-live="false"
      data-next={next ? pictureAddress(next, "first-view", "avif") : undefined}
    >
      <div className="sheet-layer">
        <div>
          <StagePicture sheet={sheet} view={seen} />
        </div>
      </div>
      {click && <StageClick view={seen} click={click} />}
      {children}
    </div>
  );
}

/** All of the sheet, of which the view shows a part, with some of what is drawn on it. */
export function StageLayer({ view, children }: { view: SheetView; children: ReactNode }) {
  const { left, top, width, height } = partOf(viewOfPicture(pictureOfView(view)));
  const percent = (value: number) => `${value * 100}%`;
  return (
    <svg className="sheet-layer sheet-drawn">
      <svg
        x={percent(-left / width)}
        y={percent(-top / height)}
        width={percent(1 / width)}
        height={percent(1 / height)}
      >
        {children}
      </svg>
    </svg>
  );
}

function StagePicture({ sheet, view }: { sheet: StagedSheet; view: SheetView }) {
  const name = pictureNameOf(view);
  const alternative = ["Sheet", sheet.name, sheet.title].filter(Boolean).join(" ");
  return (
    <picture>
      <source type="image/avif" srcSet={pictureAddress(sheet, name, "avif")} />
      <img
        src={pictureAddress(sheet, name, "webp")}
        alt={view.zoom === 1 ? alternative : `A part of ${alternative}`}
        fetchPriority="high"
        {...pictureSize(sheet)}
      />
    </picture>
  );
}

/** A picture without a dot of ink. */
const nothing = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

/** Without scripts, a button of the width that the stage has tells where it was clicked. */
function StageClick({ view, click }: { view: SheetView; click: NonNullable<StageProps["click"]> }) {
  const inputs = stageWidths.map((width) => (
    <input
      key={width}
      type="image"
      src={nothing}
      name={clickName(width)}
      alt={click.label}
      className={`at-${width}`}
      form={"form" in click ? click.form : undefined}
    />
  ));
  if ("form" in click) return <div className="sheet-click">{inputs}</div>;
  return (
    <form className="sheet-click" action={click.action}>
      {[...new URLSearchParams(viewQuery(view))].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {inputs}
    </form>
  );
}
