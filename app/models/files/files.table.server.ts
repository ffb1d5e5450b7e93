import { sql } from "drizzle-orm";
import { flag, foreignId, id, idempotencyKey, moment, oneOf } from "../../platform/db/column-types.server";
import { index, integer, json, table, text, uniqueIndex } from "../../platform/db/dialect.server";
import { users } from "../accounts/accounts.table.server";
import { letters } from "../letters/letters.table.server";
import { reviewCycles } from "../permits/permit";
import { permits } from "../permits/permits.table.server";
import { statusLinks } from "../status-links/status-links.table.server";
import { type PlanFileKind, planFileKinds, planFileOriginValues } from "./plan-file";

/** Files that no row has: new ones until a row takes them, and those of deleted rows, which triggers add. */
export const filesToRemove = table(
  "files_to_remove",
  {
    fileKey: text().primaryKey(),
    /** Null for the file of a deleted row, which is removed at once. */
    keepUntil: moment(),
    /** No row may take it any more. */
    isBeingRemoved: flag().notNull().default(false),
  },
  (file) => [index("files_to_remove_by_time").on(file.keepUntil)],
);

/** Copies that a migration has announced: a row of an earlier version shared its file with others. */
export const filesToCopy = table("files_to_copy", {
  fileKey: text().primaryKey(),
  source: text().notNull(),
});

/** Files that arrive in parts. A complete one becomes a staged file. */
export const unfinishedUploads = table(
  "unfinished_uploads",
  {
    fileKey: text().primaryKey(),
    userId: integer().references(() => users.id, { onDelete: "cascade" }),
    linkId: integer().references(() => statusLinks.id, { onDelete: "cascade" }),
    fileName: text().notNull(),
    byteSize: integer().notNull(),
    receivedBytes: integer().notNull().default(0),
    /** The SHA-256 of each part that is on the disk. */
    partHashes: json().$type<string[]>().notNull(),
    keepUntil: moment().notNull(),
  },
  (upload) => [
    index("unfinished_uploads_by_user").on(upload.userId),
    index("unfinished_uploads_by_link").on(upload.linkId),
    index("unfinished_uploads_by_end").on(upload.keepUntil),
  ],
);

/** Complete files that no permit has yet. */
export const stagedFiles = table(
  "staged_files",
  {
    id: id(),
    userId: integer().references(() => users.id, { onDelete: "cascade" }),
    linkId: integer().references(() => statusLinks.id, { onDelete: "cascade" }),
    fileKey: text().notNull(),
    fileName: text().notNull(),
    kind: text().$type<PlanFileKind>().notNull(),
    byteSize: integer().notNull(),
    sha256: text().notNull(),
    keepUntil: moment().notNull(),
  },
  (file) => [
    uniqueIndex("staged_files_by_key").on(file.fileKey),
    index("staged_files_by_user").on(file.userId),
    index("staged_files_by_link").on(file.linkId),
    index("staged_files_by_end").on(file.keepUntil),
  ],
);

export const planFiles = table(
  "plan_files",
  {
    id: id(),
    permitId: foreignId(() => permits.id, "cascade"),
    reviewCycle: text({ enum: reviewCycles }).notNull(),
    fileName: text().notNull(),
    kind: text().$type<PlanFileKind>().notNull(),
    byteSize: integer().notNull(),
    fileKey: text().notNull(),
    sha256: text().notNull(),
    origin: text({ enum: planFileOriginValues }).notNull().default("submitted"),
    /** The letter that a marked-up file went out with; null before. */
    letterId: integer().references(() => letters.id, { onDelete: "set null" }),
    isSetAside: flag().notNull().default(false),
    /** Whether its cycle has not begun. Triggers maintain it. */
    awaitsCycle: flag().notNull().default(false),
    uploadedById: integer().references(() => users.id, { onDelete: "set null" }),
    /** Of a file that the applicant has sent. */
    linkId: integer().references(() => statusLinks.id, { onDelete: "set null" }),
    uploadedAt: moment().notNull(),
    idempotencyKey: idempotencyKey(),
    formPosition: integer().notNull().default(0),
  },
  (file) => [
    uniqueIndex("plan_files_form_key").on(file.idempotencyKey, file.formPosition),
    index("plan_files_by_permit").on(file.permitId, file.reviewCycle, file.uploadedAt),
    index("plan_files_by_uploader").on(file.uploadedById),
    index("plan_files_by_link").on(file.linkId),
    uniqueIndex("plan_files_by_key").on(file.fileKey),
    index("plan_files_new").on(file.permitId, file.uploadedAt).where(sql`${file.awaitsCycle} = true`),
    index("plan_files_by_letter").on(file.letterId).where(sql`${file.letterId} is not null`),
    oneOf("plan_files_review_cycle", file.reviewCycle, reviewCycles),
    oneOf("plan_files_kind", file.kind, Object.keys(planFileKinds)),
    oneOf("plan_files_origin", file.origin, planFileOriginValues),
  ],
);
