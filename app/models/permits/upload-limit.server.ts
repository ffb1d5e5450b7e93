import { and, between, eq, sql } from "drizzle-orm";
import { env } from "~/env.server";
import { refuseAboveRate } from "../action-rate.server";
import { fromNow, now } from "../clock.server";
import type { Connection } from "../db.server";
import type { StoredFile } from "../files/plan-file-store.server";
import { reach, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { planFiles } from "../tables.server";

const day = 24 * 60 * 60 * 1000;
const megabyte = 1024 * 1024;

/** What a city can add to one permit within a day. */
const maximumMegabytes = env.MAX_DAILY_UPLOAD_MB ?? 100 * env.MAX_UPLOAD_MB;

const uploadRate = { action: "permit.files-added", limit: 20, doing: "added files 20 times" };

/** Throws 429 or 413 if a city's user adds files too often, or more to a permit than its city may in a day. */
export async function refuseAboveUploadLimits(
  tx: Connection,
  viewer: Viewer,
  permit: { id: number },
  files: StoredFile[],
): Promise<void> {
  if (reach(viewer, "plan-file.upload") !== "city") return;
  await refuseAboveRate(tx, viewer, uploadRate);
  const [added] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${planFiles.byteSize}), 0)` })
    .from(planFiles)
    .where(
      and(
        eq(planFiles.permitId, permit.id),
        eq(planFiles.origin, "submitted"),
        between(planFiles.uploadedAt, fromNow(1 - day), now()),
      ),
    );
  const sent = files.reduce((sum, { byteSize }) => sum + byteSize, 0);
  if (Number(added?.bytes ?? 0) + sent <= maximumMegabytes * megabyte) return;
  throw new Refusal(
    413,
    `A permit can get ${maximumMegabytes} MB of files within 24 hours. Send fewer files now and the others tomorrow, or ask ${env.PROVIDER_NAME}.`,
  );
}
