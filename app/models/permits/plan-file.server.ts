import { and, desc, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { recordEvent } from "../audit.server";
import { now } from "../clock.server";
import { storedColumns } from "../columns";
import { type Connection, db, write } from "../db.server";
import { type PlanFileOrigin, planFileColumns } from "../files/plan-file";
import { hasContent, type StoredFile } from "../files/plan-file-store.server";
import { removeStaged } from "../files/staged-file.server";
import { referTo } from "../files/stored-content.server";
import { claimKey, hasIdempotencyKey, scopedIdempotencyKey } from "../idempotency.server";
import { notifyOfFiles } from "../mail/notification.server";
import { isKept, refuseFileDeletion } from "../plan-checks/kept-file.server";
import { isCycleOver, uploadCycleOf } from "../plan-checks/upload-cycle";
import { allow, may, type Reach, reach, type Viewer } from "../policy";
import { preparedFor } from "../prepared.server";
import { fieldRefusal, Refusal } from "../refusal";
import { assignments, permits, planFiles } from "../tables.server";
import { isBefore, type ReviewCycle } from "./permit";
import { type Permit, readPermit, visibleTo } from "./permit-scope.server";
import { refuseAboveUploadLimits } from "./upload-limit.server";

export type PlanFile = Awaited<ReturnType<typeof listPlanFiles>>[number];

/** The plan files that are seen outside the firm: those that were submitted, and marked-up ones once their letter is out. */
const isOut = or(
  eq(planFiles.origin, "submitted"),
  and(eq(planFiles.origin, "marked_up"), isNotNull(planFiles.letterId)),
) as SQL;

/** The condition for plan files that a viewer may see. */
const readableBy = (viewer: Viewer): SQL => readableWithin(reach(viewer, "plan-file.read"));

const readableWithin = (scope: Reach): SQL => (scope === "all" ? sql`1 = 1` : isOut);

/**
 * Lists the plan files of a permit from all cycles that the viewer may see, newest first. With `asCity` the list is
 * that of the permit's city for every viewer.
 */
export async function listPlanFiles(viewer: Viewer, permit: Permit, { asCity = false } = {}) {
  const scope = asCity ? "city" : reach(viewer, "plan-file.read");
  const rows = await filesFor(scope).execute({ permitId: permit.id });
  return rows.map(({ uploadedById, isKept, ...file }) => ({
    ...file,
    /** Whether it was marked up after the letter of its cycle was out. */
    isForNextLetter:
      permit.city.usesCorrections &&
      file.origin === "marked_up" &&
      file.letterId === null &&
      !file.isSetAside &&
      isCycleOver(permit, file.reviewCycle),
    isOwn: uploadedById === viewer.id,
    mayDelete:
      !isKept &&
      may(viewer, "plan-file.delete", {
        isOwn: uploadedById === viewer.id && !isBefore(file.reviewCycle, permit.reviewCycle),
      }),
    /** Whether the viewer may set the file aside or, if it is, take it back. */
    maySetAside: isKept && may(viewer, "plan-file.set-aside"),
  }));
}

const filesFor = preparedFor((scope: Reach) =>
  db
    .select({
      ...storedColumns(planFiles, planFileColumns),
      uploadedById: planFiles.uploadedById,
      letterId: planFiles.letterId,
      isKept,
    })
    .from(planFiles)
    .where(and(eq(planFiles.permitId, sql.placeholder("permitId")), readableWithin(scope)))
    .orderBy(desc(planFiles.uploadedAt), desc(planFiles.id))
    .prepare(),
);

/**
 * Whether a viewer may add plan files to a permit; `allowUpload` throws instead. A reviewer may if they are or
 * were assigned to it: pass its assignments in all cycles.
 */
export const mayUpload = (viewer: Viewer, permit: Permit, reviews: { employeeId: number }[] = []): boolean =>
  may(viewer, "plan-file.upload", uploadSubject(viewer, permit, reviews));

const uploadSubject = (viewer: Viewer, { cityId }: Permit, reviews: { employeeId: number }[]) => ({
  cityId,
  isOwn: reviews.some(({ employeeId }) => employeeId === viewer.employeeId),
});

/**
 * Returns the permit to upload to. Throws 404 outside the viewer's scope and 403 without the permission; call
 * it before reading files.
 */
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

/** Whether a viewer chooses the origin of the files they upload: staff do, where the city uses corrections. */
export const mayChooseOrigin = (viewer: Viewer, { city }: Pick<Permit, "city">): boolean =>
  city.usesCorrections && reach(viewer, "plan-file.upload") !== "city";

/**
 * Returns the origin of files that a viewer uploads: the chosen one, else marked-up plans where they may choose. Throws
 * 400 with a field error when another viewer or permit has files that were not submitted.
 */
function originOf(viewer: Viewer, permit: Permit, chosen: PlanFileOrigin | undefined): PlanFileOrigin {
  if (mayChooseOrigin(viewer, permit)) return chosen ?? "marked_up";
  if (chosen === undefined || chosen === "submitted") return "submitted";
  throw fieldRefusal("origin", "Only plans received (submitted) can be added here");
}

/**
 * Returns the review cycle of new files: the chosen one, else the one that is preselected. Throws 400 if there is none, and
 * 409 if the cycle that the form preselected is over by now: its user did not choose that.
 */
function cycleOf(permit: Permit, { reviewCycle, preselected }: Upload): ReviewCycle {
  const current = uploadCycleOf(permit);
  const cycle = reviewCycle ?? current;
  if (!cycle) throw fieldRefusal("reviewCycle", "Please select a review cycle");
  if (cycle !== preselected || !isCycleOver(permit, cycle)) return cycle;
  const next = current ? `: choose ${current}` : "";
  throw fieldRefusal("reviewCycle", `${cycle} is over since you opened this form${next}`, 409);
}

type NewFiles = {
  reviewCycle: ReviewCycle;
  files: StoredFile[];
  /** What the files are. Without it, staff upload marked-up plans where the city uses corrections. */
  origin?: PlanFileOrigin;
  formKey?: string;
};

/** Without a cycle, the files are for the one that the forms preselect. */
type Upload = Omit<NewFiles, "reviewCycle"> & {
  reviewCycle?: ReviewCycle;
  /** The cycle that the form preselected. */
  preselected?: ReviewCycle;
};

/**
 * Adds stored files to a review cycle of a permit and queues a notification email if they were submitted; of other
 * files nothing leaves the firm. Returns the number of files that the permit has from this form. Idempotent: the same
 * request with the same `formKey` adds none.
 * Throws 404 outside the viewer's scope, 403 without the permission, 400 with a field error for an origin that the
 * viewer may not choose or without a cycle if every cycle is over, and 409 when the cycle that the form preselected is over
 * by now or a file's content is no longer stored; for a city's user 429 after 20 uploads within a minute, and 413 for more
 * than a permit can get in a day.
 */
export function addPlanFiles(viewer: Viewer, permitId: number, upload: Upload): Promise<number> {
  const { files } = upload;
  return withContents(files, () =>
    write(async (tx) => {
      const permit = await allowUpload(viewer, permitId, tx);
      const origin = originOf(viewer, permit, upload.origin);
      const sent = { reviewCycle: upload.reviewCycle, origin, files: contentsOf(files) };
      await claimKey(tx, "plan files", uploadKey(viewer, permit, upload), sent);
      const reviewCycle = cycleOf(permit, upload);
      const { total, added } = await attachFiles(tx, viewer, permit, { ...upload, reviewCycle, origin });
      if (added.length > 0 && origin === "submitted") {
        await notifyOfFiles(tx, viewer, permit, { reviewCycle, files: added });
      }
      return total;
    }),
  );
}

/** What a request has sent as files, for its idempotency key. */
export const contentsOf = (files: StoredFile[]): string[][] =>
  files.map(({ fileName, contentHash }) => [fileName, contentHash]);

const uploadKey = (viewer: Viewer, { id }: { id: number }, { formKey }: { formKey?: string }) =>
  scopedIdempotencyKey(formKey, viewer, id);

/** Runs a write that adds rows for files. Throws 409 when content is missing: a row must never point to a missing file. */
export async function withContents<Result>(
  files: StoredFile[],
  command: () => Promise<Result>,
): Promise<Result> {
  for (const file of files) if (!(await hasContent(file.contentHash))) throw noLongerStored(file);
  return command();
}

const noLongerStored = ({ fileName }: StoredFile) =>
  new Refusal(409, `${fileName} is no longer stored: it was uploaded too long ago`, {
    files: [`Choose ${fileName} again: it was uploaded too long ago`],
  });

/**
 * Adds rows for files to a permit without a permission check or notification; without an origin they were submitted.
 * Call inside a transaction. Returns the number of files from this form and the names of the new ones. Throws 409 when a
 * file's content is no longer stored.
 */
export async function attachFiles(
  tx: Connection,
  viewer: Viewer,
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
  // Between the command's first look at the files and this write, the sweep can have claimed one.
  const [missing] = await referTo(tx, files);
  if (missing) throw noLongerStored(missing);
  await tx.insert(planFiles).values(
    files.map(({ fileName, kind, byteSize, contentHash }, formPosition) => ({
      permitId: permit.id,
      reviewCycle,
      fileName,
      kind,
      byteSize,
      contentHash,
      origin,
      uploadedById: viewer.id,
      uploadedAt: now(),
      idempotencyKey: key,
      formPosition,
    })),
  );
  await removeStaged(tx, viewer, files);
  const names = files.map(({ fileName }) => fileName);
  await recordEvent(tx, viewer, "permit.files-added", permit.id, { reviewCycle, files: names });
  return { total: files.length, added: names };
}

/** Reads a plan file. Throws 404 when its permit is outside the viewer's scope, or the file has not left the firm. */
export async function readPlanFile(viewer: Viewer, id: number, connection: Connection = db) {
  const [row] = await connection
    .select({ file: planFiles, permitCycle: permits.reviewCycle })
    .from(planFiles)
    .innerJoin(permits, eq(permits.id, planFiles.permitId))
    .where(and(eq(planFiles.id, id), visibleTo(viewer), readableBy(viewer)));
  if (!row) throw new Refusal(404, "File not found");
  return { ...row.file, isOfEarlierCycle: isBefore(row.file.reviewCycle, row.permitCycle) };
}

/** Reads a plan file as the list of its permit has it. Throws as `readPlanFile` does. */
export async function readListedFile(viewer: Viewer, id: number): Promise<PlanFile> {
  const { permitId } = await readPlanFile(viewer, id);
  const files = await listPlanFiles(viewer, await readPermit(viewer, permitId));
  const file = files.find((listed) => listed.id === id);
  if (!file) throw new Refusal(404, "File not found");
  return file;
}

/** Throws 403 with what the file has to do with it. */
function allowDeletion(viewer: Viewer, file: Awaited<ReturnType<typeof readPlanFile>>): void {
  const { fileName, reviewCycle, isOfEarlierCycle } = file;
  const isUploader = file.uploadedById === viewer.id;
  const message = isUploader
    ? `${reviewCycle} is over: you can no longer delete ${fileName}.`
    : `Only the user who added ${fileName}, or an administrator, can delete it.`;
  allow(viewer, "plan-file.delete", { isOwn: isUploader && !isOfEarlierCycle }, message);
}

/**
 * Deletes a plan file. Only administrators may delete other users' files and files of earlier cycles; a file for a cycle
 * that has not begun can be deleted by who added it. Throws
 * 404 outside the viewer's scope, 403 without the permission, and 409 once a letter lists it, the plan check of its
 * cycle is over, or it is set aside.
 */
export function deletePlanFile(viewer: Viewer, id: number) {
  return write(async (tx) => {
    const file = await readPlanFile(viewer, id, tx);
    allowDeletion(viewer, file);
    await refuseFileDeletion(tx, file);
    await tx.delete(planFiles).where(eq(planFiles.id, id));
    const { reviewCycle, fileName } = file;
    await recordEvent(tx, viewer, "permit.file-deleted", file.permitId, { reviewCycle, files: [fileName] });
    return { id, permitId: file.permitId, fileName };
  });
}
