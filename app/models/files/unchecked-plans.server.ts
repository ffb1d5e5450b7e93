import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Connection } from "~/platform/db/db.server";
import { now } from "../clock.server";
import { statesBeingChecked } from "../sheets/plan-set";
import { renderTasks } from "../sheets/render-task";
import { planFiles, planSets, renderJobs } from "../tables.server";
import { reviewedOrigins } from "./plan-file";

/** Call in the write that adds plan files to a permit, or brings it back: its PDFs are then checked. */
export async function queueUncheckedPlans(tx: Connection, permitId: number): Promise<void> {
  const added = await tx
    .select({ planFileId: planFiles.id, reviewCycle: planFiles.reviewCycle })
    .from(planFiles)
    .leftJoin(planSets, eq(planSets.planFileId, planFiles.id))
    .where(
      and(
        eq(planFiles.permitId, permitId),
        eq(planFiles.kind, "pdf"),
        inArray(planFiles.origin, reviewedOrigins),
        isNull(planSets.id),
      ),
    )
    .orderBy(planFiles.id);
  if (added.length > 0)
    await tx.insert(planSets).values(added.map((set) => ({ ...set, permitId, updatedAt: now() })));
  const waiting = await tx
    .select({ planSetId: planSets.id })
    .from(planSets)
    .leftJoin(renderJobs, eq(renderJobs.planSetId, planSets.id))
    .where(
      and(
        eq(planSets.permitId, permitId),
        inArray(planSets.state, statesBeingChecked),
        isNull(renderJobs.id),
      ),
    )
    .orderBy(planSets.id);
  if (waiting.length === 0) return;
  const job = { task: "check", priority: renderTasks.check.priority, dueAt: now() } as const;
  await tx.insert(renderJobs).values(waiting.map((set) => ({ ...set, ...job })));
}
