import { sql } from "drizzle-orm";
import {
  calendarDate,
  foreignId,
  id,
  idempotencyKey,
  moment,
  oneOf,
} from "../../platform/db/column-types.server";
import { check, index, integer, table, text, uniqueIndex } from "../../platform/db/dialect.server";
import { disciplineValues } from "../discipline";
import { employees } from "../employees/employees.table.server";
import { reviewCycles } from "../permits/permit";
import { permits } from "../permits/permits.table.server";

export const timeEntries = table(
  "time_entries",
  {
    id: id(),
    permitId: foreignId(() => permits.id, "cascade"),
    employeeId: foreignId(() => employees.id),
    discipline: text({ enum: disciplineValues }).notNull(),
    reviewCycle: text({ enum: reviewCycles }).notNull(),
    quarterHours: integer().notNull(),
    workDate: text().notNull(),
    description: text(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    idempotencyKey: idempotencyKey(),
  },
  (entry) => [
    uniqueIndex("time_entries_form_key").on(entry.idempotencyKey),
    index("time_entries_by_permit").on(entry.permitId, entry.employeeId, entry.workDate),
    index("time_entries_by_employee").on(entry.employeeId, entry.workDate),
    oneOf("time_entries_discipline", entry.discipline, disciplineValues),
    oneOf("time_entries_review_cycle", entry.reviewCycle, reviewCycles),
    check("time_entries_hours", sql`${entry.quarterHours} between 1 and 96`),
    calendarDate("time_entries_work_date", entry.workDate),
  ],
);
