import { and, between, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Connection } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { refuseAboveRate } from "../action-rate.server";
import { fromNow, now } from "../clock.server";
import { reviewedOrigins } from "../files/plan-file";
import type { NewPlanFile } from "../files/plan-file-store.server";
import { scopeOf, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { planFiles } from "../tables.server";

const day = 24 * 60 * 60 * 1000;
const megabyte = 1024 * 1024;

const maxMegabytes = env.MAX_DAILY_UPLOAD_MB ?? 100 * env.MAX_UPLOAD_MB;

/** Each submission is another permit. */
const maxMegabytesOfUser = 10 * maxMegabytes;

const uploadRate = { action: "permit.files-added", limit: 20, doing: "added files 20 times" };

export async function refuseAboveUploadLimits(
  tx: Connection,
  viewer: Viewer,
  permit: { id: number },
  files: NewPlanFile[],
): Promise<void> {
  if (scopeOf(viewer, "plan-file.upload") !== "city") return;
  await refuseAboveRate(tx, viewer, uploadRate);
  const sent = files.reduce((sum, { byteSize }) => sum + byteSize, 0);
  const ofPermit = await bytesWithinDay(tx, eq(planFiles.permitId, permit.id));
  if (ofPermit + sent > maxMegabytes * megabyte) throw tooMuch("A permit can get", maxMegabytes);
  const ofUser = await bytesWithinDay(tx, eq(planFiles.uploadedById, viewer.id));
  if (ofUser + sent > maxMegabytesOfUser * megabyte) throw tooMuch("You can add", maxMegabytesOfUser);
}

const isReviewed = inArray(planFiles.origin, reviewedOrigins);

async function bytesWithinDay(tx: Connection, condition: SQL): Promise<number> {
  const [added] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${planFiles.byteSize}), 0)` })
    .from(planFiles)
    .where(and(condition, isReviewed, between(planFiles.uploadedAt, fromNow(1 - day), now())));
  return Number(added?.bytes ?? 0);
}

const tooMuch = (what: string, megabytes: number) =>
  new Refusal(
    413,
    `${what} ${megabytes} MB of files within 24 hours. Send fewer files now and the others tomorrow, or ask ${env.PROVIDER_NAME}.`,
  );
