import { uploadIsNotSent } from "~/models/answers/answer";
import { mayAnswer } from "~/models/answers/answer.server";
import { mayUpload } from "~/models/permits/plan-file.server";
import { readPortalPermit } from "~/models/portal/portal.server";
import { Refusal } from "~/models/refusal";
import { uploadCyclesOf } from "~/models/review-cycles/upload-cycle";
import { Dialog } from "~/ui/dialog";
import { UploadForm } from "~/ui/permits/upload-form";
import { newUpload } from "../../permits/parts/load-plan-files.server";
import { permitDialogOf } from "../../permits/parts/permit-dialog.server";
import { uploadForm } from "../../permits/parts/permit-forms.server";
import type { Route } from "./+types/upload-plan-files";

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = permitDialogOf(sent);
  const permit = await readPortalPermit(viewer, id);
  if (!mayUpload(viewer, permit)) throw new Refusal(403, "You cannot add files to this permit.");
  return {
    ...newUpload(),
    cycles: uploadCyclesOf(permit, { asCity: true }),
    isAnswering: mayAnswer(viewer, permit),
  };
}

// The page lists plans received only, so what is added here is no marked-up plan.
const upload = uploadForm("submitted");

export function action(sent: Route.ActionArgs) {
  const { viewer, id } = permitDialogOf(sent);
  return upload({ request: sent.request, viewer, id, url: sent.url });
}

export default function UploadPlanFiles({ loaderData }: Route.ComponentProps) {
  return (
    <Dialog title="Upload Plan Files" closeTo="#plan-files">
      {loaderData.isAnswering && <p className="note mb-4">{uploadIsNotSent}</p>}
      <UploadForm upload={loaderData} isDialog />
    </Dialog>
  );
}
