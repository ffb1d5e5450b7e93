import { Link } from "react-router";
import { permitNumberText } from "~/models/permits/permit";
import { pluralize } from "~/models/pluralize";
import { submitForm } from "~/platform/forms/page-forms.server";
import { PageHeader } from "~/ui/page-header";
import { PermitNumber } from "~/ui/permit-number";
import { PermitStrip } from "~/ui/permit-strip";
import type { Route } from "./+types/sheets";
import { ConfirmSheets } from "./parts/confirm-sheets";
import { loadSheets } from "./parts/load-sheets.server";
import { openSheets, viewerOfSheets } from "./parts/open-sheets.server";
import { OwnDrafts } from "./parts/own-drafts";
import { FilesOfSheets, OtherFiles } from "./parts/sheet-files";
import { confirmForm, kindForm } from "./parts/sheet-forms.server";
import { Documents, SheetIndex } from "./parts/sheet-index";

export { ErrorContent as ErrorBoundary } from "~/ui/error-page";

export const loader = async (sent: Route.LoaderArgs) =>
  loadSheets(await openSheets(sent), sent.request, sent.url);

export function action(sent: Route.ActionArgs) {
  viewerOfSheets(sent);
  return submitForm({ ...sent, open: () => openSheets(sent) }, { confirm: confirmForm, kind: kindForm });
}

export default function Sheets({ loaderData }: Route.ComponentProps) {
  const { permit, strip, permitPage } = loaderData;
  return (
    <>
      <PageHeader
        back={{ to: permitPage, label: "Back to the permit" }}
        title={
          <>
            Sheets of{" "}
            <span className="inline-block">
              <PermitNumber permit={permit} />
            </span>
          </>
        }
        documentTitle={`Sheets of ${permitNumberText(permit)}`}
        subtitle={permit.projectName}
        strip={<PermitStrip strip={strip} />}
      />
      {loaderData.isBeingChecked && (
        <p className="note blue mb-4" role="status">
          Files are being checked. <a href={loaderData.base}>Reload this page</a> to see their sheets.
        </p>
      )}
      {loaderData.questions && <ConfirmSheets questions={loaderData.questions} base={loaderData.base} />}
      {loaderData.toBackCheck > 0 && (
        <p className="note blue mb-4">
          <Link to={`${loaderData.base}/back-checks`}>
            Back-check {pluralize(loaderData.toBackCheck, "correction", "corrections")} beside the new sheets
          </Link>
        </p>
      )}
      <OwnDrafts drafts={loaderData.drafts} base={loaderData.base} />
      <SheetIndex data={loaderData} />
      <Documents documents={loaderData.documents} base={loaderData.base} />
      {loaderData.files.length > 0 && <FilesOfSheets data={loaderData} />}
      <OtherFiles files={loaderData.others} />
    </>
  );
}
