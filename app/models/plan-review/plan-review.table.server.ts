import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { users } from "../accounts/accounts.table.server";
import { cities } from "../cities/cities.table.server";
import { type Discipline, disciplines } from "../discipline";
import { employees } from "../employees/employees.table.server";
import { type ReviewCycle, reviewCycles } from "../permits/permit";
import { permits } from "../permits/permits.table.server";
import { calendarDate, flag, id, idempotencyKey, moment, oneOf } from "../table-parts.server";
import { type AssignmentStatus, assignmentStatusValues } from "./assignment";

export const assignments = sqliteTable(
  "assignments",
  {
    id: id(),
    permitId: integer()
      .notNull()
      .references(() => permits.id, { onDelete: "cascade" }),
    reviewCycle: text().$type<ReviewCycle>().notNull(),
    discipline: text().$type<Discipline>().notNull(),
    employeeId: integer()
      .notNull()
      .references(() => employees.id),
    employeeDueDate: text(),
    status: text().$type<AssignmentStatus>().notNull(),
    comment: text(),
    completedAt: moment(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (assignment) => [
    uniqueIndex("assignments_discipline").on(
      assignment.permitId,
      assignment.reviewCycle,
      assignment.discipline,
    ),
    index("assignments_by_employee").on(assignment.employeeId, assignment.status, assignment.employeeDueDate),
    index("assignments_by_due_date").on(assignment.status, assignment.employeeDueDate),
    oneOf("assignments_status", assignment.status, assignmentStatusValues),
    oneOf("assignments_discipline_known", assignment.discipline, disciplines),
    oneOf("assignments_review_cycle", assignment.reviewCycle, reviewCycles),
    calendarDate("assignments_due_date", assignment.employeeDueDate),
  ],
);

export const comments = sqliteTable(
  "comments",
  {
    id: id(),
    permitId: integer()
      .notNull()
      .references(() => permits.id, { onDelete: "cascade" }),
    /** The comment that this one replies to. */
    parentId: integer().references((): AnySQLiteColumn => comments.id, { onDelete: "cascade" }),
    reviewCycle: text().$type<ReviewCycle>().notNull(),
    discipline: text().$type<Discipline>(),
    authorId: integer().references(() => users.id, { onDelete: "set null" }),
    authorName: text().notNull(),
    /** Stored as well as the author, so that a comment still belongs to its city after the author is deleted. */
    authorCityId: integer().references(() => cities.id, { onDelete: "set null" }),
    text: text().notNull(),
    isShared: flag().notNull().default(false),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    idempotencyKey: idempotencyKey(),
  },
  (comment) => [
    uniqueIndex("comments_form_key").on(comment.idempotencyKey),
    index("comments_by_permit").on(comment.permitId, comment.createdAt),
    index("comments_by_parent").on(comment.parentId),
    index("comments_by_author").on(comment.authorId, comment.createdAt),
    oneOf("comments_discipline", comment.discipline, disciplines),
    oneOf("comments_review_cycle", comment.reviewCycle, reviewCycles),
  ],
);

export const timeEntries = sqliteTable(
  "time_entries",
  {
    id: id(),
    permitId: integer()
      .notNull()
      .references(() => permits.id, { onDelete: "cascade" }),
    employeeId: integer()
      .notNull()
      .references(() => employees.id),
    discipline: text().$type<Discipline>().notNull(),
    reviewCycle: text().$type<ReviewCycle>().notNull(),
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
    oneOf("time_entries_discipline", entry.discipline, disciplines),
    oneOf("time_entries_review_cycle", entry.reviewCycle, reviewCycles),
    check("time_entries_hours", sql`${entry.quarterHours} between 1 and 96`),
    calendarDate("time_entries_work_date", entry.workDate),
  ],
);
