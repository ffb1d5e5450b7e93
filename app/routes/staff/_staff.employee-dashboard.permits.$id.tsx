import { idOf } from "~/api.server";
import { permitAction } from "~/pages/permits/permit-actions.server";
import { loadPermitReview } from "~/pages/plan-review/permit-review.server";
import { ReviewPage } from "~/ui/plan-review/review-page";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_staff.employee-dashboard.permits.$id";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export const loader = ({ params, url, context }: Route.LoaderArgs) =>
  loadPermitReview(viewerOf(context, "navigate.plan-review"), idOf(params), url);

export const action = ({ request, params, url, context }: Route.ActionArgs) =>
  permitAction({ request, viewer: viewerOf(context, "navigate.plan-review"), id: idOf(params), url });

export default function Review({ loaderData }: Route.ComponentProps) {
  return <ReviewPage review={loaderData} />;
}
