import { sql } from "drizzle-orm";
import { flag, id, idempotencyKey, moment, oneOf } from "../../platform/db/column-types.server";
import { index, indexTerm, integer, table, text, uniqueIndex } from "../../platform/db/dialect.server";
import { cities } from "../cities/cities.table.server";
import { correctionKindValues } from "../corrections/correction";
import { disciplineValues } from "../discipline";

export const standardComments = table(
  "standard_comments",
  {
    id: id(),
    discipline: text({ enum: disciplineValues }).notNull(),
    cityId: integer().references(() => cities.id, { onDelete: "cascade" }),
    kind: text({ enum: correctionKindValues }).notNull(),
    title: text().notNull(),
    codeReference: text(),
    text: text().notNull(),
    isActive: flag().notNull().default(true),
    /** Triggers maintain it. */
    uses: integer().notNull().default(0),
    idempotencyKey: idempotencyKey(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (comment) => [
    uniqueIndex("standard_comments_title").on(
      comment.discipline,
      indexTerm(sql`case when ${comment.cityId} is null then 0 else ${comment.cityId} end`),
      sql`lower(${comment.title})`,
    ),
    uniqueIndex("standard_comments_form_key").on(comment.idempotencyKey),
    index("standard_comments_by_city").on(comment.cityId),
    index("standard_comments_by_use").on(comment.discipline, comment.uses),
    oneOf("standard_comments_discipline", comment.discipline, disciplineValues),
    oneOf("standard_comments_kind", comment.kind, correctionKindValues),
  ],
);
