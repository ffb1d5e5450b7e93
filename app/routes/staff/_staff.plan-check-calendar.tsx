import type { FormAnswer } from "~/form.server";
import { completeAssignment, loadPlanCheckCalendar } from "~/pages/plan-review/plan-check-calendar.server";
import { PlanCheckCalendar } from "~/ui/plan-review/plan-check-calendar";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_staff.plan-check-calendar";

export const meta: Route.MetaFunction = () => [{ title: "Plan Check Calendar · Redline" }];

export const loader = ({ url, context }: Route.LoaderArgs) =>
  loadPlanCheckCalendar(viewerOf(context, "navigate.calendar"), url);

export const action = ({ request, url, context }: Route.ActionArgs) =>
  completeAssignment(request, viewerOf(context, "navigate.calendar"), url);

export default function PlanCheckCalendarPage({ loaderData, actionData }: Route.ComponentProps) {
  return <PlanCheckCalendar calendar={loaderData} answer={actionData as FormAnswer | undefined} />;
}
