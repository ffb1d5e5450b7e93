import { loadPlanReview } from "~/pages/plan-review/plan-review.server";
import { PlanReview } from "~/ui/plan-review/plan-review";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/employee-dashboard";

export const loader = ({ url, context }: Route.LoaderArgs) =>
  loadPlanReview(viewerOf(context, "navigate.plan-review"), url);

export default function EmployeeDashboard({ loaderData }: Route.ComponentProps) {
  return <PlanReview data={loaderData} />;
}
