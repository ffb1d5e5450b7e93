import { loadDashboard } from "~/pages/dashboard/dashboard.server";
import { Dashboard } from "~/ui/dashboard/dashboard";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_staff.admin-dashboard";

export const loader = ({ url, context }: Route.LoaderArgs) =>
  loadDashboard(viewerOf(context, "dashboard.administer"), url);

export default function AdministratorDashboard({ loaderData }: Route.ComponentProps) {
  return <Dashboard dashboard={loaderData} />;
}
