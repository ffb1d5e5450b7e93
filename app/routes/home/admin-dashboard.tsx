import { Outlet } from "react-router";
import { pack } from "~/models/packed";
import { viewerOf } from "~/platform/http/viewer.server";
import type { Route } from "./+types/admin-dashboard";
import { Dashboard } from "./parts/dashboard";
import { loadDashboard } from "./parts/dashboard.server";

export const loader = async ({ url, context }: Route.LoaderArgs) =>
  pack(await loadDashboard(viewerOf(context, "dashboard.administer"), url));

export default function AdministratorDashboard({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Dashboard dashboard={loaderData} />
      <Outlet />
    </>
  );
}
