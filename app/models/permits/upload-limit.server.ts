import { and, asc, between, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Connection } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { refuseAboveRate } from "../action-rate.server";
import { fromNow, now } from "../clock.server";
import { reviewedOrigins } from "../files/plan-file";
import type { NewPlanFile } from "../files/plan-file-store.server";
import { pluralize } from "../pluralize";
import { type Actor, type Applicant, isApplicant, scopeOf } from "../policy";
import { Refusal } from "../refusal";
import { planFiles } from "../tables.server";

const day = 24 * 60 * 60 * 1000;
const megabyte = 1024 * 1024;
const gigabyte = 1000 * megabyte;

const maxPermitBytes = env.MAX_PERMIT_MB * megabyte;
const maxMegabytes = env.MAX_DAILY_UPLOAD_MB ?? env.MAX_PERMIT_MB;

/** Each submission is another permit. */
const maxMegabytesOfUser = 10 * maxMegabytes;

const uploadRate = { action: "permit.files-added", limit: 20, doing: "added files 20 times" };

/** Files that one status link adds to the permit in an hour. */
const maxFilesOfLink = 20;
const hour = day / 24;

/** Throws 413 for more than a permit holds, and outside the firm also for too much in a day and 429 for too often. */
export async function refuseAboveUploadLimits(
  tx: Connection,
  sender: Actor,
  permit: { id: number },
  files: NewPlanFile[],
): Promise<void> {
  const sent = files.reduce((sum, { byteSize }) => sum + byteSize, 0);
  const ofPermit = eq(planFiles.permitId, permit.id);
  const held = await bytesOf(tx, ofPermit);
  if (held + sent > maxPermitBytes) throw fullPermit(held, held + sent - maxPermitBytes);
  if (scopeOf(sender, "plan-file.upload") !== "city" && !isApplicant(sender)) return;
  if (isApplicant(sender)) await refuseAboveLinkLimit(tx, sender, files.length);
  else await refuseAboveRate(tx, sender, uploadRate);
  const ofDay = await bytesOf(tx, and(ofPermit, isOfDay()));
  if (ofDay + sent > maxMegabytes * megabyte) throw tooMuch("A permit can get", maxMegabytes);
  if (isApplicant(sender)) return;
  const ofUser = await bytesOf(tx, and(eq(planFiles.uploadedById, sender.id), isOfDay()));
  if (ofUser + sent > maxMegabytesOfUser * megabyte) throw tooMuch("You can add", maxMegabytesOfUser);
}

async function refuseAboveLinkLimit(tx: Connection, { linkId }: Applicant, files: number): Promise<void> {
  const isRecent = gt(planFiles.uploadedAt, fromNow(-hour));
  const recent = await tx
    .select({ at: planFiles.uploadedAt })
    .from(planFiles)
    .where(and(eq(planFiles.linkId, linkId), isRecent))
    .orderBy(asc(planFiles.uploadedAt));
  const [oldest] = recent;
  if (!oldest || recent.length + files <= maxFilesOfLink) return;
  const seconds = Math.max(1, Math.ceil((Date.parse(oldest.at) + hour - Date.now()) / 1000));
  const message = `${maxFilesOfLink} files can be sent within an hour. Wait ${pluralize(Math.ceil(seconds / 60), "minute", "minutes")} and send these again.`;
  throw new Refusal(429, message, { retryAfter: seconds });
}

const isOfDay = (): SQL | undefined =>
  and(inArray(planFiles.origin, reviewedOrigins), between(planFiles.uploadedAt, fromNow(1 - day), now()));

async function bytesOf(tx: Connection, condition: SQL | undefined): Promise<number> {
  const [found] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${planFiles.byteSize}), 0)` })
    .from(planFiles)
    .where(condition);
  return Number(found?.bytes ?? 0);
}

/** As in the settings, 4000 MB are 4.0 GB. What is too much is rounded up: so much less is enough. */
function fullPermit(held: number, surplus: number): Refusal {
  const [unit, label] = maxPermitBytes < gigabyte ? [megabyte, "MB"] : [gigabyte, "GB"];
  const tenths = (bytes: number) => (Math.floor((10 * bytes) / unit) / 10).toFixed(1);
  return new Refusal(
    413,
    `This permit holds ${tenths(held)} of ${tenths(maxPermitBytes)} ${label}: ${surplusText(surplus)} too much. Leave some files out, or delete some that are not needed.`,
  );
}

function surplusText(bytes: number): string {
  if (bytes < megabyte) return `${Math.ceil(bytes / 1024)} KB`;
  if (bytes < gigabyte) return `${Math.ceil(bytes / megabyte)} MB`;
  return `${(Math.ceil((10 * bytes) / gigabyte) / 10).toFixed(1)} GB`;
}

const tooMuch = (what: string, megabytes: number) =>
  new Refusal(
    413,
    `${what} ${megabytes} MB of files within 24 hours. Send fewer files now and the others tomorrow, or ask ${env.PROVIDER_NAME}.`,
  );
