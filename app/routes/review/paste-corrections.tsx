import { permitNumberText } from "~/models/permits/permit";
import { pick } from "~/models/shown-fields";
import { newIdempotencyKey } from "~/platform/secret.server";
import { PageHeader } from "~/ui/page-header";
import { PermitNumber } from "~/ui/permit-number";
import { PermitStrip } from "~/ui/permit-strip";
import { loadStrip } from "../permits/parts/load-strip.server";
import { permitDialogOf } from "../permits/parts/permit-dialog.server";
import type { Route } from "./+types/paste-corrections";
import { submitPasted } from "./parts/paste-corrections.server";
import { PasteForm } from "./parts/paste-form";
import { offeredTo, readReview } from "./parts/read-review.server";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, id, page } = permitDialogOf(sent);
  const review = await readReview(viewer, id, sent);
  return {
    permit: pick(review.permit, "urban37PermitNumber", "revisionNumber", "projectName", "reviewCycle"),
    closeTo: `${page}#corrections`,
    ...offeredTo(review, sent.url.searchParams.get("discipline")),
    idempotencyKey: newIdempotencyKey(),
    strip: await loadStrip(viewer, review.permit, sent.request),
  };
}

export const action = (sent: Route.ActionArgs) => submitPasted({ ...sent, ...permitDialogOf(sent) });

export default function PasteCorrections({ loaderData }: Route.ComponentProps) {
  const { permit, strip, ...form } = loaderData;
  return (
    <>
      <PageHeader
        back={{ to: form.closeTo, label: "Back to the review" }}
        title="Paste corrections"
        documentTitle={`Paste corrections for ${permitNumberText(permit)}`}
        subtitle={
          <>
            <PermitNumber permit={permit} /> · {permit.projectName} · {permit.reviewCycle}
          </>
        }
        strip={<PermitStrip strip={strip} isPlain />}
      />
      <PasteForm form={form} />
    </>
  );
}
