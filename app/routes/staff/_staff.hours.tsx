import { loadHours } from "~/pages/plan-review/hours.server";
import { HoursPage } from "~/ui/plan-review/hours-page";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_staff.hours";

export const loader = ({ url, context }: Route.LoaderArgs) =>
  loadHours(viewerOf(context, "time-entry.read"), url);

export default function Hours({ loaderData }: Route.ComponentProps) {
  return <HoursPage hours={loaderData} />;
}
