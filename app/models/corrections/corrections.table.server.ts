import { sql } from "drizzle-orm";
import { flag, foreignId, id, idempotencyKey, moment, oneOf } from "../../platform/db/column-types.server";
import {
  check,
  index,
  integer,
  primaryKey,
  table,
  text,
  uniqueIndex,
} from "../../platform/db/dialect.server";
import { users } from "../accounts/accounts.table.server";
import { disciplineValues } from "../discipline";
import { letters } from "../letters/letters.table.server";
import { reviewCycles } from "../permits/permit";
import { permits } from "../permits/permits.table.server";
import { senderValues } from "../review-cycles/plan-check";
import { standardComments } from "../standard-comments/standard-comments.table.server";
import {
  correctionKindValues,
  correctionStatusValues,
  highestNumber,
  newReasonValues,
  verdictValues,
} from "./correction";

/** It never decreases: no number is given again. */
export const correctionNumbers = table(
  "correction_numbers",
  {
    permitId: foreignId(() => permits.id, "cascade"),
    discipline: text({ enum: disciplineValues }).notNull(),
    highest: integer().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.permitId, row.discipline] }),
    oneOf("correction_numbers_discipline", row.discipline, disciplineValues),
  ],
);

export const corrections = table(
  "corrections",
  {
    id: id(),
    permitId: foreignId(() => permits.id, "cascade"),
    discipline: text({ enum: disciplineValues }).notNull(),
    number: integer().notNull(),
    kind: text({ enum: correctionKindValues }).notNull(),
    reviewCycle: text({ enum: reviewCycles }).notNull(),
    sheet: text(),
    /** Whether it names the sheets of its places, and not what a person typed. */
    isSheetFilled: flag().notNull().default(false),
    codeReference: text(),
    text: text().notNull(),
    newReason: text({ enum: newReasonValues }),
    status: text({ enum: correctionStatusValues }).notNull(),
    /** Null for a draft, which does not leave the firm. */
    firstLetterId: integer().references(() => letters.id, { onDelete: "set null" }),
    authorId: integer().references(() => users.id, { onDelete: "set null" }),
    authorName: text().notNull(),
    standardCommentId: integer().references(() => standardComments.id, { onDelete: "set null" }),
    idempotencyKey: idempotencyKey(),
    /** Among the corrections that one form added. */
    formPosition: integer().notNull().default(0),
    createdAt: moment().notNull(),
    /** Back-checks change it too: it is the version of all. */
    updatedAt: moment().notNull(),
  },
  (correction) => [
    uniqueIndex("corrections_number").on(correction.permitId, correction.discipline, correction.number),
    uniqueIndex("corrections_form_key").on(correction.idempotencyKey, correction.formPosition),
    // Work to back-check reads no row: texts are long.
    index("corrections_by_status").on(
      correction.permitId,
      correction.status,
      correction.discipline,
      correction.kind,
      correction.firstLetterId,
    ),
    index("corrections_by_standard_comment").on(correction.standardCommentId),
    index("corrections_by_author").on(correction.authorId),
    index("corrections_by_first_letter")
      .on(correction.firstLetterId)
      .where(sql`${correction.firstLetterId} is not null`),
    check(
      "corrections_number_range",
      sql`${correction.number} between 1 and ${sql.raw(String(highestNumber))}`,
    ),
    oneOf("corrections_discipline", correction.discipline, disciplineValues),
    oneOf("corrections_kind", correction.kind, correctionKindValues),
    oneOf("corrections_review_cycle", correction.reviewCycle, reviewCycles),
    oneOf("corrections_new_reason", correction.newReason, newReasonValues),
    oneOf("corrections_status", correction.status, correctionStatusValues),
  ],
);

/** The folded words that corrections have or had, which triggers list. A search looks up those with its beginnings. */
export const correctionWordList = table("correction_word_list", { word: text().primaryKey() });

/** The applicant's, to the letter of a cycle: the next letter and the next back-check show it. */
export const correctionAnswers = table(
  "correction_answers",
  {
    id: id(),
    correctionId: foreignId(() => corrections.id, "cascade"),
    reviewCycle: text({ enum: reviewCycles }).notNull(),
    text: text().notNull(),
    /** Where on the plans. */
    sheet: text(),
    byName: text().notNull(),
    via: text({ enum: senderValues }).notNull(),
    /** Null for a draft, which no plan reviewer sees. */
    sentAt: moment(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (answer) => [
    uniqueIndex("correction_answers_cycle").on(answer.correctionId, answer.reviewCycle),
    oneOf("correction_answers_review_cycle", answer.reviewCycle, reviewCycles),
    oneOf("correction_answers_via", answer.via, senderValues),
  ],
);

/** In a later cycle than the correction's own. */
export const backChecks = table(
  "back_checks",
  {
    id: id(),
    correctionId: foreignId(() => corrections.id, "cascade"),
    reviewCycle: text({ enum: reviewCycles }).notNull(),
    verdict: text({ enum: verdictValues }).notNull(),
    remark: text(),
    byId: integer().references(() => users.id, { onDelete: "set null" }),
    byName: text().notNull(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (backCheck) => [
    uniqueIndex("back_checks_cycle").on(backCheck.correctionId, backCheck.reviewCycle),
    index("back_checks_by_user").on(backCheck.byId),
    oneOf("back_checks_review_cycle", backCheck.reviewCycle, reviewCycles),
    oneOf("back_checks_verdict", backCheck.verdict, verdictValues),
  ],
);
