import { Outlet } from "react-router";
import { today } from "~/models/clock.server";
import { homeQueue } from "~/models/dashboard/home-queue.server";
import { pack } from "~/models/packed";
import { hasOwnPortal, isReviewer } from "~/models/policy";
import { viewerOf } from "~/platform/http/viewer.server";
import { Portal } from "~/ui/portal/portal";
import { loadPortal } from "../portal/parts/load-portal.server";
import type { Route } from "./+types/home";
import { Dashboard } from "./parts/dashboard";
import { loadDashboard } from "./parts/dashboard.server";
import { PlanReview } from "./parts/plan-review";
import { loadPlanReview } from "./parts/plan-review.server";

/** The portal works without scripts; they load only with an open dialog. */
export const handle = {
  hasList: true,
  scripts: (data?: Partial<Route.ComponentProps["loaderData"]>) => (data?.portal ? "in-dialogs" : undefined),
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "dashboard.read");
  if (isReviewer(viewer))
    return { review: await loadPlanReview(viewer, url), queue: await homeQueue(viewer, today()) };
  if (hasOwnPortal(viewer))
    return { portal: await loadPortal(viewer, url), queue: await homeQueue(viewer, today()) };
  return { dashboard: pack(await loadDashboard(viewer, url)) };
}

export default function Home({ loaderData: { review, portal, queue, dashboard } }: Route.ComponentProps) {
  return (
    <>
      {review && <PlanReview data={review} queue={queue} />}
      {portal && <Portal portal={portal} queue={queue} />}
      {dashboard && <Dashboard dashboard={dashboard} />}
      <Outlet />
    </>
  );
}
