import { viewQuery } from "~/models/sheets/sheet-view";
import { Card } from "~/ui/card";
import { DrawnPlaces } from "~/ui/sheets/drawn-places";
import lookAtSheet from "~/ui/sheets/look-at-sheet.ts?worker&url";
import { LookControls } from "~/ui/sheets/look-controls";
import { SheetStage } from "~/ui/sheets/sheet-stage";
import type { SheetData } from "./load-sheet.server";
import { CellForm, LookKeys } from "./look-forms";

type Data = { data: SheetData };

/** The drawing, which is looked at. */
export function SheetBoard({ data: { sheet, view, path, places, chosen, next, mayWrite } }: Data) {
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
    <section className="card sheet-board" aria-label="Drawing">
      <LookControls path={path} view={view} />
      <SheetStage
        sheet={sheet}
        view={view}
        click={{ action: path, label: "Look closer where you click" }}
        next={next}
      >
        <DrawnPlaces sheet={sheet} places={places} chosen={chosen} />
      </SheetStage>
      <div className="card-footer stack">
        {mayWrite && (
          <p>
            <a
              href={`${path}/corrections/new${viewQuery(view) && `?${viewQuery(view)}`}`}
              className="button primary"
              data-keeps-view=""
            >
              Write a correction here
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
