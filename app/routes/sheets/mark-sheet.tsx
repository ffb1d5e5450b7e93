import { failures } from "~/models/failures";
import { addPlaces } from "~/models/markups/place.server";
import { MarksSchema } from "~/models/markups/placing.schema.server";
import { addPrivateMarks } from "~/models/markups/private-mark.server";
import { permitNumberText } from "~/models/permits/permit";
import { pluralize } from "~/models/pluralize";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { SelectField } from "~/ui/fields";
import { PageHeader } from "~/ui/page-header";
import { SubmitButton, usePostForm } from "~/ui/post-form";
import { disciplineOf, keepTextIfReassigned } from "../review/parts/reassigned-while-writing.server";
import type { Route } from "./+types/mark-sheet";
import { loadMarking } from "./parts/load-marking.server";
import { openSheets } from "./parts/open-sheets.server";
import { openPlacing, submitPlacing } from "./parts/placing.server";
import { BesideSheet } from "./parts/placing-form";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";
export { ErrorContent as ErrorBoundary } from "~/ui/error-page";

export const loader = async (sent: Route.LoaderArgs) =>
  loadMarking(await openSheets(sent), sent.params.sheetId, sent);

export async function action(sent: Route.ActionArgs) {
  const placing = await openPlacing(sent);
  const { viewer, permit, sheet, path } = placing;
  return submitPlacing(sent.request, placing, MarksSchema, async ({ correctionId, places, formKey }) => {
    const placed = { sheetId: sheet.id, drawn: places };
    if (correctionId === "private") {
      await addPrivateMarks(viewer, permit.id, placed, formKey);
      const marks = pluralize(places.length, "private mark", "private marks");
      return redirectWithSuccess(`${path}#private-marks`, `${marks} added`);
    }
    const discipline = disciplineOf(viewer, permit.id, correctionId);
    await keepTextIfReassigned(viewer, permit.id, discipline, () =>
      addPlaces(viewer, correctionId, placed, { permitId: permit.id, formKey }),
    );
    const added = pluralize(places.length, "place", "places");
    return redirectWithSuccess(`${path}#correction-${correctionId}`, `${added} added`);
  });
}

export default function MarkSheet({ loaderData }: Route.ComponentProps) {
  const { permit, staged, path, options, values, idempotencyKey } = loaderData;
  const [form, fields] = usePostForm<"correctionId">("marks", { values });
  return (
    <>
      <PageHeader
        back={{ to: path, label: `Back to ${staged.name}` }}
        title={
          <>
            Mark <span className="sr-only">Sheet </span>
            {staged.name}
          </>
        }
        documentTitle={`Mark ${staged.name} of ${permitNumberText(permit)}`}
        subtitle={staged.title}
      />
      <BesideSheet
        data={loaderData}
        title="What is marked"
        tone="grey"
        form={{ form, labels: { correctionId: "For" }, failure: failures.saveCorrection, idempotencyKey }}
        buttons={<SubmitButton tone="primary">Save marks</SubmitButton>}
      >
        <SelectField
          field={fields.correctionId}
          hint="A private mark is seen by you alone, and is in no letter."
          options={options}
          required={false}
        />
      </BesideSheet>
    </>
  );
}
