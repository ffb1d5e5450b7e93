import { Link } from "react-router";
import { permitNumberText } from "~/models/permits/permit";
import { pictureAddress, pictureSize } from "~/models/sheets/rendition";
import { submitForm } from "~/platform/forms/page-forms.server";
import { LabelBadge, PlainBadge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";
import type { Route } from "./+types/sheet";
import { loadSheet, type SheetData } from "./parts/load-sheet.server";
import { openSheets, viewerOfSheets } from "./parts/open-sheets.server";
import { SheetEditForm } from "./parts/sheet-edit-form";
import { SheetCorrections, SheetFacts } from "./parts/sheet-facts";
import { sheetForm } from "./parts/sheet-forms.server";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";
export { ErrorContent as ErrorBoundary } from "~/ui/error-page";

export const loader = async (sent: Route.LoaderArgs) =>
  loadSheet(await openSheets(sent), sent.params.sheetId, sent.request);

export function action(sent: Route.ActionArgs) {
  viewerOfSheets(sent);
  return submitForm({ ...sent, open: () => openSheets(sent) }, { edit: sheetForm });
}

export default function Sheet({ loaderData }: Route.ComponentProps) {
  const { permit, sheet, base, mayChange } = loaderData;
  const { name, title, isWithdrawn, isCurrent, state } = sheet;
  return (
    <>
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
      <Neighbours data={loaderData} />
      <SheetView sheet={sheet} />
      <div className="columns">
        <div className="min-w-0">
          <SheetCorrections data={loaderData} />
        </div>
        <div className="min-w-0">
          <SheetFacts data={loaderData} />
          {mayChange && !sheet.isDocument && <SheetEditForm data={loaderData} />}
        </div>
      </div>
    </>
  );
}

function SheetView({ sheet }: { sheet: SheetData["sheet"] }) {
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
    <figure className="card sheet-view">
      <picture>
        <source type="image/avif" srcSet={pictureAddress(sheet, "first-view", "avif")} />
        <img
          src={pictureAddress(sheet, "first-view", "webp")}
          alt={`Sheet ${[sheet.name, sheet.title].filter(Boolean).join(" ")}`}
          fetchPriority="high"
          {...pictureSize(sheet, "first-view")}
        />
      </picture>
    </figure>
  );
}

function Neighbours({ data: { previous, next, position, of, base } }: { data: SheetData }) {
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
