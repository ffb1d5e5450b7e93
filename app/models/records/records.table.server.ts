import { sql } from "drizzle-orm";
import { foreignId, moment } from "../../platform/db/column-types.server";
import { check, index, integer, json, primaryKey, table, text } from "../../platform/db/dialect.server";
import { cities } from "../cities/cities.table.server";
import { employees } from "../employees/employees.table.server";
import { revisions } from "../permits/permit";
import { permits } from "../permits/permits.table.server";
import type { PermitRows } from "./permit-rows.server";
import { retentionYears } from "./retention";

/** Deleted permits, with their rows: no list or count needs to leave them out. */
export const binnedPermits = table(
  "binned_permits",
  {
    /** No other permit gets it. */
    permitId: integer().primaryKey(),
    cityId: foreignId(() => cities.id),
    urban37PermitNumber: text().notNull(),
    revisionNumber: text({ enum: revisions }),
    projectName: text().notNull(),
    binnedAt: moment().notNull(),
    binnedByName: text().notNull(),
    /** A migration of their tables changes them too. The last column: the others are read without it. */
    rows: json().$type<PermitRows>().notNull(),
  },
  (binned) => [
    index("binned_permits_by_time").on(binned.binnedAt, binned.permitId),
    index("binned_permits_by_city").on(binned.cityId),
  ],
);

/** The files of the rows, which a restored permit has again. */
export const binnedFiles = table(
  "binned_files",
  {
    permitId: foreignId(() => binnedPermits.permitId, "cascade"),
    fileKey: text().primaryKey(),
    sha256: text().notNull(),
  },
  (binned) => [index("binned_files_by_permit").on(binned.permitId)],
);

export const binnedReviewers = table(
  "binned_reviewers",
  {
    permitId: foreignId(() => binnedPermits.permitId, "cascade"),
    employeeId: foreignId(() => employees.id),
  },
  (binned) => [
    primaryKey({ columns: [binned.permitId, binned.employeeId] }),
    index("binned_reviewers_by_employee").on(binned.employeeId),
  ],
);

export const legalHolds = table(
  "legal_holds",
  {
    /** Without a cascade: the database keeps a held permit too. */
    permitId: integer()
      .primaryKey()
      .references(() => permits.id),
    reason: text().notNull(),
    setByName: text().notNull(),
    setAt: moment().notNull(),
  },
  (hold) => [index("legal_holds_by_time").on(hold.setAt, hold.permitId)],
);

/** A city without a row keeps its permits for ever. */
export const retentionPeriods = table(
  "retention_periods",
  {
    cityId: integer()
      .primaryKey()
      .references(() => cities.id, { onDelete: "cascade" }),
    years: integer().notNull(),
  },
  (period) => [
    check(
      "retention_periods_years",
      sql`${period.years} between ${sql.raw(`${retentionYears.least} and ${retentionYears.most}`)}`,
    ),
  ],
);
