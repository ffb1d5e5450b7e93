import { Link } from "react-router";
import { permitNumberText } from "~/models/permits/permit";
import { submitForm } from "~/platform/forms/page-forms.server";
import { LabelBadge, PlainBadge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";
import { DrawnPlaces } from "~/ui/sheets/drawn-places";
import { LookControls } from "~/ui/sheets/look-controls";
import lookAtSheet from "~/ui/sheets/looking/look-at-sheet.ts?worker&url";
import { SheetStage } from "~/ui/sheets/sheet-stage";
import type { Route } from "./+types/sheet";
import { loadSheet, type SheetData } from "./parts/load-sheet.server";
import { CellForm, LookKeys } from "./parts/look-forms";
import { openSheets, viewerOfSheets } from "./parts/open-sheets.server";
import { SheetCorrections } from "./parts/sheet-corrections";
import { SheetEditForm } from "./parts/sheet-edit-form";
import { SheetFacts } from "./parts/sheet-facts";
import { sheetForm } from "./parts/sheet-forms.server";

export { ErrorContent as ErrorBoundary } from "~/ui/error-page";

/** Looking at a sheet needs one small script. */
export const handle = { scripts: "in-dialogs" };

export const loader = async (sent: Route.LoaderArgs) =>
  loadSheet(await openSheets(sent), sent.params.sheetId, sent);

export function action(sent: Route.ActionArgs) {
  viewerOfSheets(sent);
  return submitForm({ ...sent, open: () => openSheets(sent) }, { edit: sheetForm });
}

export default function Sheet({ loaderData }: Route.ComponentProps) {
  const { sheet, mayChange } = loaderData;
  return (
    <>
      <SheetHeader data={loaderData} />
      <Neighbours data={loaderData} />
      <div className="sheet-viewer">
        <SheetBoard data={loaderData} />
        <div className="min-w-0">
          <SheetCorrections data={loaderData} />
          <SheetFacts data={loaderData} />
          {mayChange && !sheet.isDocument && <SheetEditForm data={loaderData} />}
        </div>
      </div>
    </>
  );
}

type Data = { data: SheetData };

function SheetHeader({ data: { permit, sheet, base } }: Data) {
  const { name, title, isWithdrawn, isCurrent, state } = sheet;
  return (
    <PageHeader
      back={{ to: base, label: "All sheets" }}
      title={
        <>
          <span className="sr-only">Sheet </span>
          {name}
          {title && <span className="secondary"> {title}</span>}
        </>
      }
      documentTitle={`${name} of ${permitNumberText(permit)}`}
      subtitle={
        <>
          {permitNumberText(permit)} · {sheet.reviewCycle} {state && <LabelBadge of={state} />}{" "}
          {isWithdrawn && <PlainBadge tone="grey">Withdrawn</PlainBadge>}
          {!isCurrent && !isWithdrawn && <PlainBadge tone="yellow">Not in the current set</PlainBadge>}
        </>
      }
    />
  );
}

function SheetBoard({ data: { sheet, view, path, places, chosen, next } }: Data) {
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
      <div className="card-footer">
        <CellForm path={path} view={view} />
        <LookKeys />
      </div>
      <script type="module" src={lookAtSheet} />
    </section>
  );
}

function Neighbours({ data: { previous, next, position, of, base } }: Data) {
  return (
    <nav aria-label="Sheets" className="row spread mb-3">
      {previous ? (
        <Link to={`${base}/${previous.id}`} className="button button-small" rel="prev">
          Previous: {previous.name}
        </Link>
      ) : (
        <span className="small">First sheet</span>
      )}
      <span className="small">
        {position} of {of}
      </span>
      {next ? (
        <Link to={`${base}/${next.id}`} className="button button-small" rel="next">
          Next: {next.name}
        </Link>
      ) : (
        <span className="small">Last sheet</span>
      )}
    </nav>
  );
}
