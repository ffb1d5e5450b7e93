import { redirect } from "react-router";
import { idOf } from "~/api.server";
import { permitNotFound, readPermit } from "~/models/permits/permit-scope.server";
import { hasOwnPortal, isReviewer, type Viewer } from "~/models/policy";
import { permitAction } from "~/pages/permits/permit-actions.server";
import { loadPermitDetail } from "~/pages/permits/permit-detail.server";
import { loadPermitReview } from "~/pages/plan-review/permit-review.server";
import { PermitPage } from "~/ui/permits/permit-detail";
import { formResultsOf } from "~/ui/plan-review/discussion";
import { ReviewPage } from "~/ui/plan-review/review-page";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_staff.permits.$id";

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const permit = loaderData?.review?.permit ?? loaderData?.detail?.permit;
  return [{ title: `${permit?.urban37PermitNumber ?? "Permit"} · Redline` }];
};

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "permit.read");
  const id = idOf(params, permitNotFound(viewer));
  if (hasOwnPortal(viewer)) throw await portalRedirect(viewer, id);
  if (isReviewer(viewer)) return { review: await loadPermitReview(viewer, id, url), detail: null };
  return { review: null, detail: await loadPermitDetail(viewer, id, url) };
}

/** Returns a redirect to the permit in the portal. Throws 404 for another city's permit. */
async function portalRedirect(viewer: Viewer, id: number) {
  await readPermit(viewer, id);
  return redirect(`/oakvilles/permits/${id}`);
}

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "permit.read");
  return permitAction({ request, viewer, id: idOf(params, permitNotFound(viewer)), url });
}

export default function Permit({ loaderData: { review, detail }, actionData }: Route.ComponentProps) {
  const formResults = formResultsOf(actionData);
  return review ? (
    <ReviewPage review={review} {...formResults} />
  ) : (
    <PermitPage detail={detail} {...formResults} />
  );
}
