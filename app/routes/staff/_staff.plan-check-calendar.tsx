import { today } from "~/models/clock.server";
import {
  completeAssignment,
  loadCalendarForPrint,
  loadPlanCheckCalendar,
} from "~/pages/plan-review/plan-check-calendar.server";
import { readUndo } from "~/toast.server";
import { CalendarForPrint, PlanCheckCalendar } from "~/ui/plan-review/plan-check-calendar";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_staff.plan-check-calendar";

/** The printable page needs no scripts. */
export const handle = {
  hasList: true,
  scripts: (data?: Partial<Route.ComponentProps["loaderData"]>) => (data?.paper ? false : undefined),
};

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "navigate.calendar");
  if (url.searchParams.has("print")) return { paper: await loadCalendarForPrint(viewer, url) };
  return { calendar: await loadPlanCheckCalendar(viewer, url, today(), await readUndo(request)) };
}

export const action = ({ request, url, context }: Route.ActionArgs) =>
  completeAssignment(request, viewerOf(context, "navigate.calendar"), url);

export default function PlanCheckCalendarPage({ loaderData }: Route.ComponentProps) {
  const { paper, calendar } = loaderData;
  if (paper) return <CalendarForPrint paper={paper} />;
  return <PlanCheckCalendar calendar={calendar} />;
}
