import { numberOf } from "~/models/corrections/correction";
import { addCorrection } from "~/models/corrections/correction.server";
import { failures } from "~/models/failures";
import { addPlacedCorrection } from "~/models/markups/place.server";
import { PlacedCorrectionSchema } from "~/models/markups/placing.schema.server";
import { permitNumberText } from "~/models/permits/permit";
import { nullIfNotFound } from "~/models/refusal";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { PageHeader } from "~/ui/page-header";
import { toastOf } from "../review/parts/after-correction.server";
import { keepTextIfReassigned } from "../review/parts/reassigned-while-writing.server";
import type { Route } from "./+types/placed-correction";
import { loadPlacing } from "./parts/load-placing.server";
import { openSheets } from "./parts/open-sheets.server";
import { openPlacing, submitPlacing } from "./parts/placing.server";
import { PlacingForm } from "./parts/placing-form";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";
export { ErrorContent as ErrorBoundary } from "~/ui/error-page";

export const loader = async (sent: Route.LoaderArgs) =>
  loadPlacing(await openSheets(sent), sent.params.sheetId, sent);

export async function action(sent: Route.ActionArgs) {
  const placing = await nullIfNotFound(openPlacing(sent));
  if (!placing) return saveWithoutSheet(sent);
  const { viewer, permit, sheet, path } = placing;
  return submitPlacing(sent.request, placing, PlacedCorrectionSchema, async (sentFields) => {
    const { again, standard, places = [], ...fields } = sentFields;
    const added = await keepTextIfReassigned(viewer, permit.id, fields.discipline, () =>
      addPlacedCorrection(
        viewer,
        permit.id,
        { ...fields, standardCommentId: standard },
        { sheetId: sheet.id, drawn: places },
      ),
    );
    const toast = toastOf(`${numberOf(added)} added`, added);
    const next = `${path}/corrections/new?discipline=${fields.discipline}`;
    return redirectWithSuccess(again ? next : `${path}#correction-${added.id}`, toast);
  });
}

/** The file of the sheet was deleted while somebody was writing: what is written is saved all the same. */
async function saveWithoutSheet(sent: Route.ActionArgs) {
  const { viewer, permit, base } = await openSheets(sent);
  const options = { failure: failures.saveCorrection };
  return submit(sent.request, PlacedCorrectionSchema, options, async (sentFields) => {
    const { again: _again, standard, places: _places, ...fields } = sentFields;
    const added = await addCorrection(viewer, permit.id, { ...fields, standardCommentId: standard });
    return redirectWithSuccess(base, `${numberOf(added)} added without a place: its sheet was removed`);
  });
}

export default function NewCorrectionOnSheet({ loaderData }: Route.ComponentProps) {
  const { permit, staged: sheet, path, newest } = loaderData;
  return (
    <>
      <PageHeader
        back={{ to: path, label: `Back to ${sheet.name}` }}
        title={
          <>
            Corrections on <span className="sr-only">Sheet </span>
            {sheet.name}
          </>
        }
        documentTitle={`Add correction on ${sheet.name} of ${permitNumberText(permit)}`}
        subtitle={sheet.title}
      />
      <PlacingForm key={newest} data={loaderData} />
    </>
  );
}
