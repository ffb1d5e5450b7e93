import { eq } from "drizzle-orm";
import { existsIn } from "~/platform/db/exists.server";
import { permits, planFiles } from "../tables.server";
import { newPlanColumns } from "./new-plans.server";
import { hasUnreleasedWork } from "./unreleased-work.server";

/** What the next step of a permit follows from, beside its own columns. */
export const stepColumns = {
  newPlans: newPlanColumns.newPlans,
  hasUnreleasedWork,
  hasPlans: existsIn(planFiles, eq(planFiles.permitId, permits.id)),
};
