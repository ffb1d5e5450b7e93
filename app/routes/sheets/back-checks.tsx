import { Link } from "react-router";
import { numberOf, spokenNumber, verdicts } from "~/models/corrections/correction";
import { ReopenSchema } from "~/models/corrections/correction.schema.server";
import { failures } from "~/models/failures";
import { permitNumberText } from "~/models/permits/permit";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { EmptyState } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";
import { toastOf } from "../review/parts/after-correction.server";
import { saveAsReviewer } from "../review/parts/review-forms.server";
import type { Route } from "./+types/back-checks";
import { BackCheckOnSheets } from "./parts/back-check-on-sheets";
import { loadBackChecks } from "./parts/load-back-checks.server";
import { openSheets, viewerOfSheets } from "./parts/open-sheets.server";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";
export { ErrorContent as ErrorBoundary } from "~/ui/error-page";

export const loader = async (sent: Route.LoaderArgs) => loadBackChecks(await openSheets(sent), sent);

export async function action(sent: Route.ActionArgs) {
  viewerOfSheets(sent);
  const { viewer, permit, base } = await openSheets(sent);
  const options = { failure: failures.saveBackCheck };
  return submit(sent.request, ReopenSchema, options, async ({ correctionId, ...backCheck }) => {
    const saved = await saveAsReviewer({ viewer, id: permit.id }, correctionId, backCheck);
    const text = toastOf(`${numberOf(saved)} ${verdicts[backCheck.verdict].word}`, saved);
    return redirectWithSuccess(`${base}/back-checks?after=${correctionId}`, text);
  });
}

export default function BackChecks({ loaderData }: Route.ComponentProps) {
  const { permit, base, items, chosen } = loaderData;
  return (
    <>
      <PageHeader
        back={{ to: base, label: "All sheets" }}
        title="Back-check on the sheets"
        documentTitle={`Back-check on the sheets of ${permitNumberText(permit)}`}
        subtitle={permit.projectName}
      />
      {items.length > 0 && (
        <nav aria-label="Corrections" className="row mb-3">
          {items.map(({ id, isBackChecked, ...correction }) => (
            <Link
              key={id}
              to={`${base}/back-checks?correction=${id}`}
              className="button button-small"
              aria-current={id === chosen?.correction.id ? "true" : undefined}
            >
              <span aria-hidden="true">{numberOf(correction)}</span>
              <span className="sr-only">Correction {spokenNumber(correction)}</span>
              {isBackChecked && (
                <>
                  <span aria-hidden="true">✓</span>
                  <span className="sr-only">, back-checked</span>
                </>
              )}
            </Link>
          ))}
        </nav>
      )}
      {chosen ? (
        <BackCheckOnSheets key={chosen.correction.id} {...{ base, chosen, permit }} />
      ) : (
        <section className="card">
          <EmptyState
            title="Nothing to back-check on the sheets"
            hint="Open corrections of earlier cycles that have a place on a sheet appear here."
          />
        </section>
      )}
    </>
  );
}
