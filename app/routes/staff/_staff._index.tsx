import { hasOwnPortal, isReviewer } from "~/models/policy";
import { loadDashboard } from "~/pages/dashboard/dashboard.server";
import { loadPlanReview } from "~/pages/plan-review/plan-review.server";
import { loadPortal, portalAction } from "~/pages/portal/portal-page.server";
import { Dashboard } from "~/ui/dashboard/dashboard";
import { PlanReview } from "~/ui/plan-review/plan-review";
import { Portal } from "~/ui/portal/portal";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_staff._index";

/** The portal works without scripts; they load only with an open dialog. */
export const handle = {
  hasList: true,
  scripts: (data?: Partial<Route.ComponentProps["loaderData"]>) => (data?.portal ? "in-dialogs" : undefined),
};

/** Loads the plan review for reviewers, the portal for cities and the dashboard for other users. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "dashboard.read");
  if (isReviewer(viewer)) return { review: await loadPlanReview(viewer, url) };
  if (hasOwnPortal(viewer)) return { portal: await loadPortal(viewer, url) };
  return { dashboard: await loadDashboard(viewer, url) };
}

export const action = ({ request, url, context }: Route.ActionArgs) =>
  portalAction({ request, viewer: viewerOf(context, "portal.open"), url });

export default function Home({ loaderData }: Route.ComponentProps) {
  const { review, portal, dashboard } = loaderData;
  if (portal) return <Portal portal={portal} base="/" />;
  return review ? <PlanReview data={review} /> : <Dashboard dashboard={dashboard} />;
}
