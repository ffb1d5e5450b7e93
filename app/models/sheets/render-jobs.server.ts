import { setTimeout as sleep } from "node:timers/promises";
import { and, asc, eq, inArray, lte } from "drizzle-orm";
import { isAwayError } from "~/platform/db/database-failure.server";
import { type Connection, db, write } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { logError } from "~/platform/log.server";
import { fromNow, now } from "../clock.server";
import { planFiles, planSets, renderJobs } from "../tables.server";
import { checkPlanSet } from "./check-plan-set.server";
import { compareSheets } from "./compare-sheets.server";
import { drawSheets } from "./draw-sheets.server";
import { turnTime } from "./job-turn.server";
import { statesBeingChecked } from "./plan-set";
import type { RenderTask } from "./render-task";

const second = 1000;
/** Longer than a job keeps its turn, and a task that is tried twice. A server that died has it no longer. */
const claimTime = 180 * second;
/** After a failure that is not the file's, such as a full disk. */
const pauseAfterFailure = 10 * 60 * second;

type JobRow = typeof renderJobs.$inferSelect;

/** Only this server works on it until `dueAt`. */
export type ClaimedJob = JobRow & {
  set: Pick<typeof planSets.$inferSelect, "id" | "permitId" | "state" | "findings">;
  file: Pick<typeof planFiles.$inferSelect, "id" | "fileKey" | "uploadedAt">;
};

/** Works on the next pages for some seconds. `settle` stores what was found, unless another server has the job by now. */
type Work = (job: ClaimedJob, settle: Settle) => Promise<void>;
export type Settle = (store: (tx: Connection) => Promise<Partial<JobRow> | "done">) => Promise<void>;

const work: Record<RenderTask, Work> = { check: checkPlanSet, draw: drawSheets, compare: compareSheets };

/** Does one turn of the most urgent job, and returns whether there was one. Concurrent calls, also of several servers, take others. */
export async function doNextJob(): Promise<boolean> {
  const job = await claimNext();
  if (!job) return false;
  const settle: Settle = (store) => write((tx) => settleIn(tx, job, store));
  try {
    await work[job.task](job, settle);
  } catch (error) {
    if (isAwayError(error)) throw error;
    logError(error, `plans to ${job.task}`);
    await settle(async () => ({ dueAt: fromNow(pauseAfterFailure) }));
  }
  return true;
}

async function settleIn(tx: Connection, job: ClaimedJob, store: Parameters<Settle>[0]): Promise<void> {
  const isOwn = and(eq(renderJobs.id, job.id), eq(renderJobs.dueAt, job.dueAt));
  const [own] = await tx.select({ id: renderJobs.id }).from(renderJobs).where(isOwn);
  if (!own) return;
  const changes = await store(tx);
  if (changes === "done") await tx.delete(renderJobs).where(isOwn);
  else
    await tx
      .update(renderJobs)
      .set({ dueAt: now(), ...changes })
      .where(isOwn);
}

const isDue = () => lte(renderJobs.dueAt, now());

async function claimNext(): Promise<ClaimedJob | undefined> {
  // Without a job, no transaction is needed.
  const [due] = await db.select({ id: renderJobs.id }).from(renderJobs).where(isDue()).limit(1);
  if (!due) return undefined;
  return write(async (tx) => {
    const [claimed] = await tx
      .select({
        job: renderJobs,
        set: {
          id: planSets.id,
          permitId: planSets.permitId,
          state: planSets.state,
          findings: planSets.findings,
        },
        file: { id: planFiles.id, fileKey: planFiles.fileKey, uploadedAt: planFiles.uploadedAt },
      })
      .from(renderJobs)
      .innerJoin(planSets, eq(planSets.id, renderJobs.planSetId))
      .innerJoin(planFiles, eq(planFiles.id, planSets.planFileId))
      .where(isDue())
      .orderBy(asc(renderJobs.priority), asc(renderJobs.id))
      .limit(1);
    if (!claimed) return undefined;
    const { job, set, file } = claimed;
    const dueAt = fromNow(claimTime);
    await tx.update(renderJobs).set({ dueAt }).where(eq(renderJobs.id, job.id));
    return { ...job, dueAt, set, file };
  });
}

/** Pages of several files are read at once: a large file keeps no other waiting. */
const jobsAtOnce = 3;

const releaseClaims = (): Promise<void> =>
  write(async (tx) => {
    await tx.update(renderJobs).set({ dueAt: now() });
  });

let startNow: (() => void) | undefined;

const longestWait = 4 * second;
const pause = 100;

/** Waits some seconds for the check of new files, since whoever uploaded them should see at once what is wrong with them. */
export async function whenChecked(permitId: number): Promise<void> {
  if (!startNow) return;
  const end = Date.now() + longestWait;
  startNow();
  while (Date.now() < end && (await hasUnchecked(permitId))) await sleep(pause);
}

async function hasUnchecked(permitId: number): Promise<boolean> {
  const isUnchecked = inArray(planSets.state, statesBeingChecked);
  return (await db.$count(planSets, and(eq(planSets.permitId, permitId), isUnchecked))) > 0;
}

/** Returns a function that ends it. */
export function doJobsAtIntervals(): () => Promise<void> {
  let isStopped = false;
  let wasAway = false;
  const running = new Set<Promise<void>>();
  const report = (error: unknown): void => {
    if (!wasAway || !isAwayError(error)) logError(error, "checking plans");
    wasAway = isAwayError(error);
  };
  async function work(): Promise<void> {
    while (!isStopped && (await doNextJob())) wasAway = false;
  }
  // No other server has a SQLite database: what one before it had begun can go on at once.
  const released = isPostgres ? Promise.resolve() : releaseClaims().catch(report);
  startNow = () => {
    if (isStopped || running.size >= jobsAtOnce) return;
    const turn: Promise<void> = released
      .then(work)
      .catch(report)
      .finally(() => running.delete(turn));
    running.add(turn);
  };
  const timer = setInterval(startNow, second);
  timer.unref();
  return async () => {
    isStopped = true;
    startNow = undefined;
    clearInterval(timer);
    // Children end with their server. What they have not done by then is done after its next start.
    await Promise.race([Promise.allSettled(running), sleep(turnTime)]);
  };
}
