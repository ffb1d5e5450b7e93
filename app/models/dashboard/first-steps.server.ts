import { db } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { allow, type Viewer } from "../policy";
import { standardComments } from "../tables.server";
import type { DashboardStatistics } from "./statistics.server";

export type FirstSteps = { mail: boolean; city: boolean; reviewer: boolean; library: boolean };

/** Which steps to the first permit are done, or null once there is a permit. */
export async function firstSteps(
  viewer: Viewer,
  { totalPermits, activeCities, totalEmployees }: DashboardStatistics,
): Promise<FirstSteps | null> {
  allow(viewer, "dashboard.administer");
  if (totalPermits > 0) return null;
  return {
    mail: env.SMTP_URL !== undefined,
    city: activeCities > 0,
    reviewer: totalEmployees > 0,
    library: (await db.$count(standardComments)) > 0,
  };
}
