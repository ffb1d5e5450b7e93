import { loadPlanReview } from "~/pages/plan-review/plan-review.server";
import { PlanReview } from "~/ui/plan-review/plan-review";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_staff.employee-dashboard._index";

export const loader = ({ url, context }: Route.LoaderArgs) =>
  loadPlanReview(viewerOf(context, "navigate.plan-review"), url);

export default function EmployeeDashboard({ loaderData }: Route.ComponentProps) {
  return <PlanReview data={loaderData} />;
}
