import { sql } from "drizzle-orm";
import { foreignId, id, moment, oneOf } from "../../platform/db/column-types.server";
import { check, index, integer, json, table, text } from "../../platform/db/dialect.server";
import { users } from "../accounts/accounts.table.server";
import { corrections } from "../corrections/corrections.table.server";
import { reviewCycles } from "../permits/permit";
import { sheets } from "../sheets/sheets.table.server";
import { type Point, shapeValues } from "./markup";

/** What is drawn on a sheet: a place of a correction, or a private mark of its owner. */
export const markups = table(
  "markups",
  {
    id: id(),
    sheetId: foreignId(() => sheets.id, "cascade"),
    correctionId: integer().references(() => corrections.id, { onDelete: "cascade" }),
    ownerId: integer().references(() => users.id, { onDelete: "cascade" }),
    /** Who placed a correction. */
    authorId: integer().references(() => users.id, { onDelete: "set null" }),
    /** In which a correction was placed. */
    reviewCycle: text({ enum: reviewCycles }),
    shape: text({ enum: shapeValues }).notNull(),
    points: json().$type<Point[]>().notNull(),
    pointCount: integer().notNull(),
    text: text(),
    updatedAt: moment().notNull(),
  },
  (markup) => [
    index("markups_by_sheet").on(markup.sheetId),
    index("markups_by_correction").on(markup.correctionId),
    index("markups_by_owner").on(markup.ownerId),
    index("markups_by_author").on(markup.authorId),
    oneOf("markups_shape", markup.shape, shapeValues),
    oneOf("markups_review_cycle", markup.reviewCycle, reviewCycles),
    check("markups_one_kind", sql`(${markup.correctionId} is null) <> (${markup.ownerId} is null)`),
  ],
);
