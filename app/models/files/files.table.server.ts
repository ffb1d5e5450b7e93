import { sql } from "drizzle-orm";
import { flag, foreignId, id, idempotencyKey, moment, oneOf } from "../../platform/db/column-types.server";
import { index, integer, table, text, uniqueIndex } from "../../platform/db/dialect.server";
import { users } from "../accounts/accounts.table.server";
import { letters } from "../letters/letters.table.server";
import { reviewCycles } from "../permits/permit";
import { permits } from "../permits/permits.table.server";
import { type PlanFileKind, planFileKinds, planFileOriginValues } from "./plan-file";

/** The sweep removes only what has a row here, after it has claimed it. */
export const storedContents = table(
  "stored_contents",
  {
    /** The hash of the content, of a picture with `.webp`. An unfinished upload has a random name. */
    name: text().primaryKey(),
    byteSize: integer().notNull(),
    storedAt: moment().notNull(),
    /** The requests that are storing it, each after a space. */
    storedBy: text().notNull().default(""),
    claim: text(),
    claimedAt: moment(),
  },
  (content) => [index("stored_contents_by_age").on(content.storedAt, content.name)],
);

export const stagedFiles = table(
  "staged_files",
  {
    id: id(),
    userId: foreignId(() => users.id, "cascade"),
    contentHash: text().notNull(),
    byteSize: integer().notNull(),
    until: moment().notNull(),
  },
  (file) => [
    uniqueIndex("staged_files_by_user").on(file.userId, file.contentHash),
    index("staged_files_by_content").on(file.contentHash),
    index("staged_files_by_end").on(file.until),
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
    contentHash: text().notNull(),
    origin: text({ enum: planFileOriginValues }).notNull().default("submitted"),
    /** The letter that a marked-up file went out with; null before. */
    letterId: integer().references(() => letters.id, { onDelete: "set null" }),
    isSetAside: flag().notNull().default(false),
    /** Whether its cycle has not begun. Triggers maintain it. */
    awaitsCycle: flag().notNull().default(false),
    uploadedById: integer().references(() => users.id, { onDelete: "set null" }),
    uploadedAt: moment().notNull(),
    idempotencyKey: idempotencyKey(),
    formPosition: integer().notNull().default(0),
  },
  (file) => [
    uniqueIndex("plan_files_form_key").on(file.idempotencyKey, file.formPosition),
    index("plan_files_by_permit").on(file.permitId, file.reviewCycle, file.uploadedAt),
    index("plan_files_by_uploader").on(file.uploadedById),
    index("plan_files_by_content").on(file.contentHash),
    index("plan_files_new").on(file.permitId, file.uploadedAt).where(sql`${file.awaitsCycle} = true`),
    index("plan_files_by_letter").on(file.letterId).where(sql`${file.letterId} is not null`),
    oneOf("plan_files_review_cycle", file.reviewCycle, reviewCycles),
    oneOf("plan_files_kind", file.kind, Object.keys(planFileKinds)),
    oneOf("plan_files_origin", file.origin, planFileOriginValues),
  ],
);
