import { Outlet } from "react-router";
import { idOf } from "~/platform/api/api.server";
import { submitForm } from "~/platform/forms/page-forms.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { commentForm, timeForm } from "../permits/parts/forms-of-permit.server";
import { uploadForm } from "../permits/parts/upload-form.server";
import type { Route } from "./+types/review";
import { backCheckForm, undoBackCheckForm } from "./parts/back-check-forms.server";
import { loadPermitReview } from "./parts/load-review.server";
import { ReviewPage } from "./parts/review-page";
import { statusForm } from "./parts/status-form.server";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export const loader = (sent: Route.LoaderArgs) =>
  loadPermitReview(viewerOf(sent.context, "navigate.plan-review"), idOf(sent.params.id), sent);

const forms = {
  comment: commentForm,
  time: timeForm,
  upload: uploadForm(),
  status: statusForm,
  "back-check": backCheckForm,
  "undo-back-check": undoBackCheckForm,
};

export const action = ({ request, params, url, context }: Route.ActionArgs) =>
  submitForm({ request, viewer: viewerOf(context, "navigate.plan-review"), id: idOf(params.id), url }, forms);

export default function Review({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <ReviewPage review={loaderData} />
      <Outlet />
    </>
  );
}
