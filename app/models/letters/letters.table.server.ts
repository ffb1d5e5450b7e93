import { sql } from "drizzle-orm";
import {
  calendarDate,
  foreignId,
  id,
  idempotencyKey,
  moment,
  oneOf,
} from "../../platform/db/column-types.server";
import { type AnyColumn, index, integer, table, text, uniqueIndex } from "../../platform/db/dialect.server";
import { users } from "../accounts/accounts.table.server";
import { decisionValues } from "../corrections/decision";
import { contentProblemValues } from "../files/plan-file";
import { permitStatusValues, reviewCycles } from "../permits/permit";
import { permits } from "../permits/permits.table.server";
import { planChecks } from "../review-cycles/review-cycles.table.server";
import { type LetterKind, letterKindValues } from "./letter";

/** A letter is never changed, but for the letter that supersedes it. */
export const letters = table(
  "letters",
  {
    id: id(),
    permitId: foreignId(() => permits.id, "cascade"),
    planCheckId: foreignId(() => planChecks.id, "cascade"),
    reviewCycle: text({ enum: reviewCycles }).notNull(),
    issue: integer().notNull(),
    number: text().notNull(),
    kind: text().$type<LetterKind>().notNull(),
    outcome: text({ enum: decisionValues }).notNull(),
    issuedOn: text().notNull(),
    statusBefore: text({ enum: permitStatusValues }),
    fileKey: text().notNull(),
    sha256: text().notNull(),
    byteSize: integer().notNull(),
    byId: integer().references(() => users.id, { onDelete: "set null" }),
    byName: text().notNull(),
    supersededById: integer().references((): AnyColumn => letters.id, { onDelete: "set null" }),
    idempotencyKey: idempotencyKey(),
    createdAt: moment().notNull(),
    /** `LetterContent` as JSON. The last column: the others are read without it. */
    content: text().notNull(),
  },
  (letter) => [
    uniqueIndex("letters_issue").on(letter.planCheckId, letter.issue),
    uniqueIndex("letters_number").on(letter.permitId, letter.number),
    uniqueIndex("letters_form_key").on(letter.idempotencyKey),
    // The cycle of a letter is found without its content.
    index("letters_by_id").on(letter.id, letter.reviewCycle),
    index("letters_by_permit").on(letter.permitId, letter.issuedOn),
    uniqueIndex("letters_by_key").on(letter.fileKey),
    index("letters_by_releaser").on(letter.byId).where(sql`${letter.byId} is not null`),
    index("letters_by_successor").on(letter.supersededById).where(sql`${letter.supersededById} is not null`),
    oneOf("letters_kind", letter.kind, letterKindValues),
    oneOf("letters_outcome", letter.outcome, decisionValues),
    oneOf("letters_review_cycle", letter.reviewCycle, reviewCycles),
    oneOf("letters_status_before", letter.statusBefore, permitStatusValues),
    calendarDate("letters_issued_on", letter.issuedOn),
  ],
);

export const damagedLetters = table(
  "damaged_letters",
  {
    letterId: integer()
      .primaryKey()
      .references(() => letters.id, { onDelete: "cascade" }),
    problem: text({ enum: contentProblemValues }).notNull(),
    foundAt: moment().notNull(),
  },
  (damaged) => [oneOf("damaged_letters_problem", damaged.problem, contentProblemValues)],
);

/** The cut-outs of drawings that a letter has, named in its content by their SHA-256. */
export const letterPictures = table(
  "letter_pictures",
  {
    id: id(),
    letterId: foreignId(() => letters.id, "cascade"),
    fileKey: text().notNull(),
    sha256: text().notNull(),
    byteSize: integer().notNull(),
  },
  (picture) => [
    uniqueIndex("letter_pictures_by_letter").on(picture.letterId, picture.sha256),
    uniqueIndex("letter_pictures_by_key").on(picture.fileKey),
  ],
);
