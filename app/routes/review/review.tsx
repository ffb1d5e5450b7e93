import { Outlet } from "react-router";
import { pack } from "~/models/packed";
import { pick } from "~/models/shown-fields";
import { idOf } from "~/platform/api/api.server";
import { submitForm } from "~/platform/forms/page-forms.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { skipToComment } from "~/ui/permits/discussion";
import { useUnpacked } from "~/ui/use-unpacked";
import { permitForms } from "../permits/parts/permit-forms.server";
import type { Route } from "./+types/review";
import { loadPermitReview } from "./parts/load-review.server";
import { backCheckForm, statusForm, undoBackCheckForm } from "./parts/review-forms.server";
import { ReviewPage } from "./parts/review-page";

export const handle = { skipTo: skipToComment };

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export async function loader(sent: Route.LoaderArgs) {
  const viewer = viewerOf(sent.context, "navigate.plan-review");
  const review = await loadPermitReview(viewer, idOf(sent.params.id), sent);
  return { discussion: pick(review.discussion, "mayWrite", "mayStart"), packed: pack(review) };
}

const forms = {
  ...permitForms,
  status: statusForm,
  "back-check": backCheckForm,
  "undo-back-check": undoBackCheckForm,
};

export const action = ({ request, params, url, context }: Route.ActionArgs) =>
  submitForm({ request, viewer: viewerOf(context, "navigate.plan-review"), id: idOf(params.id), url }, forms);

export default function Review({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <ReviewPage review={useUnpacked(loaderData.packed)} />
      <Outlet />
    </>
  );
}
