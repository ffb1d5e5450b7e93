import { useRef } from "react";
import { viewQuery } from "~/models/sheets/sheet-view";
import { Card } from "~/ui/card";
import { markupOfPlace, markupOfPrivate } from "~/ui/sheets/drawn-markup";
import { DrawnMarkups } from "~/ui/sheets/drawn-markups";
import lookAtSheet from "~/ui/sheets/look-at-sheet.ts?worker&url";
import { LookControls } from "~/ui/sheets/look-controls";
import { SheetStage } from "~/ui/sheets/sheet-stage";
import { useLooking } from "~/ui/sheets/use-looking";
import type { SheetData } from "./load-sheet.server";
import { CellForm, LookKeys } from "./look-forms";

type Data = { data: SheetData };

/** The drawing, which is looked at. */
export function SheetBoard({ data }: Data) {
  const { sheet, staged, view, path, chosen, next, mayWrite, mayMark } = data;
  const board = useRef<HTMLElement>(null);
  useLooking(board);
  const query = viewQuery(view) && `?${viewQuery(view)}`;
  const markups = [
    ...data.places.map((place) => markupOfPlace(place, chosen)),
    ...data.marks.map(markupOfPrivate),
  ];
  if (sheet.cannotBeShown) {
    return (
      <Card title="This sheet cannot be shown">
        <p>
          <a href={`/api/files/${sheet.planFileId}/download`}>Download {sheet.fileName}</a> to see page{" "}
          {sheet.page}.
        </p>
      </Card>
    );
  }
  return (
    <section className="card sheet-board" aria-label="Drawing" ref={board}>
      <LookControls path={path} view={view} />
      <SheetStage
        sheet={staged}
        view={view}
        path={path}
        click={{ action: path, label: "Look closer where you click" }}
        next={next}
      >
        <DrawnMarkups sheet={staged} view={view} markups={markups} />
      </SheetStage>
      <div className="card-footer stack">
        {mayMark && (
          <p className="row">
            {mayWrite && (
              <a href={`${path}/corrections/new${query}`} className="button primary" data-keeps-view="">
                Write a correction here
              </a>
            )}
            <a href={`${path}/marks/new${query}`} className="button" data-keeps-view="">
              {mayWrite ? "Mark a correction or privately" : "Mark privately"}
            </a>
          </p>
        )}
        <CellForm path={path} view={view} />
        <LookKeys />
      </div>
      <script type="module" src={lookAtSheet} />
    </section>
  );
}
