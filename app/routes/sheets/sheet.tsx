import { data, Link } from "react-router";
import { permitNumberText } from "~/models/permits/permit";
import { pictureAddress } from "~/models/sheets/rendition";
import { pictureNameOf } from "~/models/sheets/sheet-view";
import { submitForm } from "~/platform/forms/page-forms.server";
import { LabelBadge, PlainBadge } from "~/ui/badge";
import { PageHeader } from "~/ui/page-header";
import type { Route } from "./+types/sheet";
import { loadSheet, type SheetData } from "./parts/load-sheet.server";
import { Neighbours } from "./parts/neighbours";
import { openSheets, viewerOfSheets } from "./parts/open-sheets.server";
import { SheetBoard } from "./parts/sheet-board";
import { PrivateMarks, SheetCorrections } from "./parts/sheet-corrections";
import { SheetEditForm } from "./parts/sheet-edit-form";
import { SheetFacts } from "./parts/sheet-facts";
import { removeMarkForm, removePlaceForm, sheetForm } from "./parts/sheet-forms.server";

export { ErrorContent as ErrorBoundary } from "~/ui/error-page";

/** Looking at a sheet needs one small script. */
export const handle = { scripts: "in-dialogs" };

export async function loader(sent: Route.LoaderArgs) {
  const loaded = await loadSheet(await openSheets(sent), sent.params.sheetId, sent);
  const { sheet, staged, view } = loaded;
  const picture = pictureAddress(staged, pictureNameOf(view), "avif");
  const Link = `<${picture}>; rel=preload; as=image; type="image/avif"; fetchpriority=high`;
  return data(loaded, { headers: sheet.cannotBeShown ? {} : { Link } });
}

/** A browser asks for the picture before it has the page. */
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function action(sent: Route.ActionArgs) {
  viewerOfSheets(sent);
  return submitForm(
    { ...sent, open: () => openSheets(sent) },
    {
      edit: sheetForm,
      "remove-place": removePlaceForm,
      "remove-mark": removeMarkForm,
    },
  );
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
          <PrivateMarks data={loaderData} />
          <SheetFacts data={loaderData} />
          {mayChange && !sheet.isDocument && <SheetEditForm data={loaderData} />}
        </div>
      </div>
    </>
  );
}

type Data = { data: SheetData };

function SheetHeader({ data: { permit, sheet, base, path, versions } }: Data) {
  const previousVersion = versions.find(({ reviewCycle }) => reviewCycle !== sheet.reviewCycle);
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
      actions={
        previousVersion && (
          <Link to={`${path}/compare?with=${previousVersion.id}`} className="button" reloadDocument>
            Compare with {previousVersion.reviewCycle}
          </Link>
        )
      }
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
