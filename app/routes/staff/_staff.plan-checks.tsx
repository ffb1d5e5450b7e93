import { loadPlanChecks } from "~/pages/plan-review/plan-checks-page.server";
import { PlanChecksPage } from "~/ui/plan-review/plan-checks-page";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_staff.plan-checks";

export const loader = ({ url, context }: Route.LoaderArgs) =>
  loadPlanChecks(viewerOf(context, "plan-check.browse"), url);

export default function PlanChecks({ loaderData }: Route.ComponentProps) {
  return <PlanChecksPage list={loaderData} />;
}
