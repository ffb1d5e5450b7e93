import { and, desc, eq, exists, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { jsonRows, rowsColumn } from "~/platform/db/dialect.server";
import { prepareOncePerShape } from "~/platform/db/prepared.server";
import { recordEvent } from "../audit.server";
import { now } from "../clock.server";
import { storedColumns } from "../columns";
import {
  letterOrigins,
  type PlanFileOrigin,
  planFileColumns,
  planFileOrigins,
  reviewedOrigins,
} from "../files/plan-file";
import type { NewPlanFile } from "../files/plan-file-store.server";
import { takeFiles } from "../files/staged-file.server";
import { queueUncheckedPlans } from "../files/unchecked-plans.server";
import { claimKey, hasIdempotencyKey, scopedIdempotencyKey } from "../idempotency.server";
import { notifyOfFiles } from "../mail/notification.server";
import { type Actor, allow, isApplicant, may, type Scope, scopeOf, type Viewer } from "../policy";
import { foundRow, notFound, Refusal, refusalAtField } from "../refusal";
import {
  isPlacedSql,
  mustStaySql,
  reasonToKeep,
  refuseFileDeletion,
} from "../review-cycles/file-deletion.server";
import { isCycleOver, uploadCycleOf } from "../review-cycles/upload-cycle";
import { pick } from "../shown-fields";
import { assignments, permits, planChecks, planFiles, planSets, sheets } from "../tables.server";
import { refuseUnderHold } from "./held-permit.server";
import { isBefore, type ReviewCycle } from "./permit";
import { lettersFor, type Permit, readPermit, visibleTo } from "./permit-scope.server";
import { refuseAboveUploadLimits } from "./upload-limit.server";

export type PlanFile = Awaited<ReturnType<typeof listPlanFiles>>[number];

/** What is seen outside the firm: submitted files, and marked-up ones once their letter is out. */
const isOut = or(
  inArray(planFiles.origin, reviewedOrigins),
  and(inArray(planFiles.origin, letterOrigins), isNotNull(planFiles.letterId)),
) as SQL;

const readableWithin = (scope: Scope): SQL => (scope === "all" ? sql`1 = 1` : isOut);

export async function listPlanFiles(viewer: Actor, permit: Permit, { asCity = false } = {}) {
  const scope = asCity ? "city" : scopeOf(viewer, "plan-file.read");
  const rows = await filesFor(scope).execute({ permitId: permit.id });
  return rows
    .filter((file) => isOutFor(viewer, permit, file))
    .map(({ uploadedById, isKept, wasSent, sha256, planSet, ...file }) => ({
      ...file,
      planSet: planSet && { ...planSet, sha256 },
      isForNextLetter:
        permit.city.usesCorrections &&
        planFileOrigins[file.origin].leavesWithLetter &&
        file.letterId === null &&
        !file.isSetAside &&
        isCycleOver(permit, file.reviewCycle),
      isOwn: isUploader(viewer, uploadedById),
      mayDelete:
        !isKept &&
        may(viewer, "plan-file.delete", {
          isOwn:
            isUploader(viewer, uploadedById) && !isBefore(file.reviewCycle, permit.reviewCycle) && !wasSent,
        }),
      maySetAside: isKept && may(viewer, "plan-file.set-aside"),
    }));
}

/** Whether it was added before the last resubmittal of any cycle, also one that was returned. */
const wasSentSql = sql`${exists(
  db
    .select({ id: planChecks.id })
    .from(planChecks)
    .where(
      and(
        eq(planChecks.permitId, planFiles.permitId),
        sql`coalesce(${planChecks.resubmittedAt}, ${planChecks.returnedAt}) >= ${planFiles.uploadedAt}`,
      ),
    ),
)}`.mapWith(Boolean) as SQL<boolean>;

type SentFile = { letterId: number | null; reviewCycle: ReviewCycle; uploadedAt: string };

/** An applicant gets marked-up plans with their letter, once it is handed over. A corrected letter takes them over. */
function isOutFor(actor: Actor, permit: Permit, { letterId, reviewCycle, uploadedAt }: SentFile): boolean {
  if (!isApplicant(actor) || letterId === null) return true;
  return lettersFor(actor, permit).some(
    (letter) =>
      letter.id === letterId || (letter.reviewCycle === reviewCycle && uploadedAt < letter.createdAt),
  );
}

/** What an applicant has sent stays: the firm can set it aside. */
const isUploader = (actor: Actor, uploadedById: number | null): boolean =>
  !isApplicant(actor) && uploadedById === actor.id;

type ListedSheet = Pick<
  typeof sheets.$inferSelect,
  "id" | "planSetId" | "page" | "number" | "withdrawnAt" | "withdrawnIn"
> & { cannotBeShown: boolean | number };

const sheetsColumn = rowsColumn<ListedSheet>(
  db
    .select({
      rows: jsonRows(
        {
          ...pick(sheets, "id", "planSetId", "page", "number"),
          ...pick(sheets, "withdrawnAt", "withdrawnIn", "cannotBeShown"),
        },
        sheets.page,
      ),
    })
    .from(sheets)
    .where(eq(sheets.planSetId, planSets.id)),
);

const filesFor = prepareOncePerShape((scope: Scope) =>
  db
    .select({
      ...storedColumns(planFiles, planFileColumns),
      uploadedById: planFiles.uploadedById,
      letterId: planFiles.letterId,
      // Outside the firm, the list looks the same before and after a reviewer writes.
      isKept:
        scope === "all"
          ? (sql`${or(mustStaySql, isPlacedSql)}`.mapWith(Boolean) as SQL<boolean>)
          : mustStaySql,
      wasSent: wasSentSql,
      sha256: planFiles.sha256,
      planSet: pick(planSets, "id", "kind", "state", "refusal", "findings", "settled", "confirmedAt"),
      sheets: sheetsColumn,
    })
    .from(planFiles)
    .leftJoin(planSets, eq(planSets.planFileId, planFiles.id))
    .where(and(eq(planFiles.permitId, sql.placeholder("permitId")), readableWithin(scope)))
    .orderBy(desc(planFiles.uploadedAt), desc(planFiles.id))
    .prepare(),
);

/** A reviewer may if they are or were assigned: pass the assignments of all cycles. */
export const mayUpload = (viewer: Viewer, permit: Permit, reviews: { employeeId: number }[] = []): boolean =>
  may(viewer, "plan-file.upload", uploadSubject(viewer, permit, reviews));

const uploadSubject = (viewer: Viewer, { cityId }: Permit, reviews: { employeeId: number }[]) => ({
  cityId,
  isOwn: reviews.some(({ employeeId }) => employeeId === viewer.employeeId),
});

/** Throws 403 or 404; call it before reading files. */
export async function allowUpload(viewer: Viewer, permitId: number, connection: Connection = db) {
  const permit = await readPermit(viewer, permitId, connection);
  const reviews = await connection
    .select({ employeeId: assignments.employeeId })
    .from(assignments)
    .where(eq(assignments.permitId, permitId));
  const subject = uploadSubject(viewer, permit, reviews);
  allow(viewer, "plan-file.upload", subject, "You cannot add files to this permit.");
  return permit;
}

export const mayChooseOrigin = (viewer: Viewer, { city }: Pick<Permit, "city">): boolean =>
  city.usesCorrections && scopeOf(viewer, "plan-file.upload") !== "city";

function originOf(viewer: Viewer, permit: Permit, chosen: PlanFileOrigin | undefined): PlanFileOrigin {
  if (mayChooseOrigin(viewer, permit)) return chosen ?? "marked_up";
  if (chosen === undefined || planFileOrigins[chosen].isReviewed) return "submitted";
  throw refusalAtField("origin", "Only plans received (submitted) can be added here");
}

function cycleOf(permit: Permit, { reviewCycle, preselected }: Upload): ReviewCycle {
  const current = uploadCycleOf(permit);
  const cycle = reviewCycle ?? current;
  if (!cycle) throw refusalAtField("reviewCycle", "Please select a review cycle");
  if (cycle !== preselected || !isCycleOver(permit, cycle)) return cycle;
  const next = current ? `: choose ${current}` : "";
  throw refusalAtField("reviewCycle", `${cycle} is over since you opened this form${next}`, 409);
}

type NewFiles = {
  reviewCycle: ReviewCycle;
  files: NewPlanFile[];
  origin?: PlanFileOrigin;
  formKey?: string;
};

/** Without a cycle, the files are for the preselected one. */
type Upload = Omit<NewFiles, "reviewCycle"> & {
  reviewCycle?: ReviewCycle;
  preselected?: ReviewCycle;
};

export function addPlanFiles(viewer: Viewer, permitId: number, upload: Upload): Promise<number> {
  const { files } = upload;
  return write(async (tx) => {
    const permit = await allowUpload(viewer, permitId, tx);
    const origin = originOf(viewer, permit, upload.origin);
    const sent = { reviewCycle: upload.reviewCycle, origin, files: contentsOf(files) };
    await claimKey(tx, "plan files", uploadKey(viewer, permit, upload), sent);
    const reviewCycle = cycleOf(permit, upload);
    const { total, added } = await attachFiles(tx, viewer, permit, { ...upload, reviewCycle, origin });
    if (added.length > 0 && planFileOrigins[origin].isReviewed) {
      await notifyOfFiles(tx, viewer, permit, { reviewCycle, files: added });
    }
    return total;
  });
}

export const contentsOf = (files: NewPlanFile[]): string[][] =>
  files.map(({ fileName, sha256 }) => [fileName, sha256]);

const uploadKey = (viewer: Actor, { id }: { id: number }, { formKey }: { formKey?: string }) =>
  scopedIdempotencyKey(formKey, viewer, id);

const noLongerStored = ({ fileName }: NewPlanFile) =>
  new Refusal(
    409,
    `${fileName} cannot be added: another form has added it, or it was uploaded too long ago`,
    {
      fields: {
        files: [`Choose ${fileName} again: another form has added it, or it was uploaded too long ago`],
      },
    },
  );

/** Adds files without a check of the viewer or a notification. Returns the number from this form and the new names. */
export async function attachFiles(
  tx: Connection,
  viewer: Actor,
  permit: { id: number },
  { reviewCycle, files, origin = "submitted", formKey }: NewFiles,
): Promise<{ total: number; added: string[] }> {
  if (files.length === 0) return { total: 0, added: [] };
  const key = uploadKey(viewer, permit, { formKey });
  if (key) {
    const earlier = await tx
      .select({ id: planFiles.id })
      .from(planFiles)
      .where(hasIdempotencyKey(planFiles, key));
    if (earlier.length > 0) return { total: earlier.length, added: [] };
  }
  await refuseAboveUploadLimits(tx, viewer, permit, files);
  const [missing] = await takeFiles(tx, viewer, files);
  if (missing) throw noLongerStored(missing);
  await tx.insert(planFiles).values(
    files.map((file, formPosition) => ({
      ...file,
      permitId: permit.id,
      reviewCycle,
      origin,
      ...(isApplicant(viewer) ? { linkId: viewer.linkId } : { uploadedById: viewer.id }),
      uploadedAt: now(),
      idempotencyKey: key,
      formPosition,
    })),
  );
  await queueUncheckedPlans(tx, permit.id);
  const names = files.map(({ fileName }) => fileName);
  await recordEvent(tx, viewer, "permit.files-added", permit.id, { reviewCycle, files: names });
  return { total: files.length, added: names };
}

export async function readPlanFile(viewer: Actor, id: number, connection: Connection = db) {
  const rows = await connection
    .select({ file: planFiles, permitCycle: permits.reviewCycle, wasSent: wasSentSql })
    .from(planFiles)
    .innerJoin(permits, eq(permits.id, planFiles.permitId))
    .where(and(eq(planFiles.id, id), visibleTo(viewer), readableWithin(scopeOf(viewer, "plan-file.read"))));
  const { file, permitCycle, wasSent } = foundRow(rows, "File");
  if (isApplicant(viewer) && !isOutFor(viewer, await readPermit(viewer, file.permitId, connection), file)) {
    throw notFound("File");
  }
  return { ...file, isOfEarlierCycle: isBefore(file.reviewCycle, permitCycle), wasSent };
}

export async function readListedFile(viewer: Viewer, id: number): Promise<PlanFile> {
  const { permitId } = await readPlanFile(viewer, id);
  const files = await listPlanFiles(viewer, await readPermit(viewer, permitId));
  return foundRow(
    files.filter((listed) => listed.id === id),
    "File",
  );
}

/** Throws 403. */
export function allowDeletion(viewer: Viewer, file: Awaited<ReturnType<typeof readPlanFile>>): void {
  const { fileName, reviewCycle, isOfEarlierCycle, wasSent } = file;
  const isOwn = isUploader(viewer, file.uploadedById);
  const over = isOfEarlierCycle
    ? `${reviewCycle} is over: you can no longer delete ${fileName}.`
    : `${fileName} was sent with a resubmittal: only an administrator can delete it.`;
  const message = isOwn ? over : `Only the user who added ${fileName}, or an administrator, can delete it.`;
  allow(viewer, "plan-file.delete", { isOwn: isOwn && !isOfEarlierCycle && !wasSent }, message);
}

export function deletePlanFile(viewer: Viewer, id: number) {
  return write(async (tx) => {
    const file = await readPlanFile(viewer, id, tx);
    allowDeletion(viewer, file);
    await refuseFileDeletion(tx, viewer, file);
    refuseUnderHold(await readPermit(viewer, file.permitId, tx));
    await tx.delete(planFiles).where(eq(planFiles.id, id));
    const { reviewCycle, fileName } = file;
    await recordEvent(tx, viewer, "permit.file-deleted", file.permitId, { reviewCycle, files: [fileName] });
    return { id, permitId: file.permitId, fileName };
  });
}

export function setFileAside(viewer: Viewer, id: number, isSetAside: boolean): Promise<void> {
  return write(async (tx) => {
    const file = await readPlanFile(viewer, id, tx);
    const { permitId, reviewCycle, fileName } = file;
    const denied = `Only an administrator can set ${fileName} aside or take it back.`;
    allow(viewer, "plan-file.set-aside", undefined, denied);
    if (file.isSetAside === isSetAside) return;
    if (isSetAside && !(await reasonToKeep(tx, file))) {
      throw new Refusal(409, `${fileName} can still be deleted: delete it instead of setting it aside`);
    }
    await tx.update(planFiles).set({ isSetAside }).where(eq(planFiles.id, id));
    const action = isSetAside ? "permit.file-set-aside" : "permit.file-taken-back";
    await recordEvent(tx, viewer, action, permitId, { reviewCycle, files: [fileName] });
  });
}
