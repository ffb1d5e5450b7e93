import { idOf } from "~/api.server";
import { permitAction } from "../permits/parts/permit-actions.server";
import { loadPermitReview } from "./parts/load-review.server";
import { ReviewPage } from "./parts/review-page";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/review";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export const loader = ({ params, url, context }: Route.LoaderArgs) =>
  loadPermitReview(viewerOf(context, "navigate.plan-review"), idOf(params), url);

export const action = ({ request, params, url, context }: Route.ActionArgs) =>
  permitAction({ request, viewer: viewerOf(context, "navigate.plan-review"), id: idOf(params), url });

export default function Review({ loaderData }: Route.ComponentProps) {
  return <ReviewPage review={loaderData} />;
}
