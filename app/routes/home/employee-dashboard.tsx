import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/employee-dashboard";
import { PlanReview } from "./parts/plan-review";
import { loadPlanReview } from "./parts/plan-review.server";

export const loader = ({ url, context }: Route.LoaderArgs) =>
  loadPlanReview(viewerOf(context, "navigate.plan-review"), url);

export default function EmployeeDashboard({ loaderData }: Route.ComponentProps) {
  return <PlanReview data={loaderData} />;
}
