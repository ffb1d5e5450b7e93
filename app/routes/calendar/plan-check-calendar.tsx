import { CompleteSchema } from "~/models/assignments/assignment.schema.server";
import { addressOfCalendar, readCalendarFilter } from "~/models/assignments/calendar-filter";
import { failures } from "~/models/failures";
import { pack } from "~/models/packed";
import { submit } from "~/platform/forms/form.server";
import { readUndoableId } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { ManyForm } from "~/ui/many-form-code";
import type { Route } from "./+types/plan-check-calendar";
import { complete, loadCalendar, loadPaper } from "./parts/calendar-data.server";
import { CalendarForPrint } from "./parts/calendar-for-print";
import { PlanCheckCalendar } from "./parts/calendar-page";
import { submitTickedAssignments } from "./parts/ticked-assignments.server";

/** The printable page needs no scripts. */
export const handle = {
  scripts: (data?: Partial<Route.ComponentProps["loaderData"]>) => (data?.paper ? false : undefined),
};

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "navigate.calendar");
  const filter = readCalendarFilter(url.searchParams);
  if (url.searchParams.has("print")) return { paper: await loadPaper(viewer, filter) };
  return { calendar: pack(await loadCalendar(viewer, filter, await readUndoableId(request, "assignment"))) };
}

export function action({ request, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "navigate.calendar");
  if (url.searchParams.has("many")) return submitTickedAssignments(request, viewer);
  const address = addressOfCalendar(readCalendarFilter(url.searchParams));
  const failure = failures.completeAssignment;
  return submit(request, CompleteSchema, { failure }, ({ assignmentId }) =>
    complete(viewer, assignmentId, address),
  );
}

export default function PlanCheckCalendarPage({ loaderData, actionData }: Route.ComponentProps) {
  const { paper, calendar } = loaderData;
  if (actionData && "many" in actionData) return <ManyForm />;
  if (paper) return <CalendarForPrint paper={paper} />;
  return <PlanCheckCalendar calendar={calendar} />;
}
