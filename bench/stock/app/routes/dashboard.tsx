import { useLoaderData } from "react-router";
import { dashboardReader } from "../../../twins/dashboard-data";
import { DashboardPage } from "../../../twins/dashboard-tree";
import { database } from "../database";

const readDashboard = dashboardReader(database);

export function meta() {
  return [{ title: "Dashboard" }];
}

export function loader() {
  return readDashboard();
}

export default function Dashboard() {
  return <DashboardPage dashboard={useLoaderData<typeof loader>()} />;
}
