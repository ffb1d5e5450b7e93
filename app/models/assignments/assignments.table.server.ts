import { and, type SQL, sql } from "drizzle-orm";
import {
  calendarDate,
  flag,
  foreignId,
  id,
  moment,
  oneOf,
  oneOfSql,
} from "../../platform/db/column-types.server";
import {
  type AnyColumn,
  check,
  index,
  integer,
  primaryKey,
  table,
  text,
  uniqueIndex,
} from "../../platform/db/dialect.server";
import { users } from "../accounts/accounts.table.server";
import { decisionValues } from "../corrections/decision";
import { disciplineValues } from "../discipline";
import { employees } from "../employees/employees.table.server";
import { reviewCycles } from "../permits/permit";
import { permits } from "../permits/permits.table.server";
import { assignmentStatusValues } from "./assignment";

export const assignments = table(
  "assignments",
  {
    id: id(),
    permitId: foreignId(() => permits.id, "cascade"),
    reviewCycle: text({ enum: reviewCycles }).notNull(),
    discipline: text({ enum: disciplineValues }).notNull(),
    employeeId: foreignId(() => employees.id),
    employeeDueDate: text(),
    status: text({ enum: assignmentStatusValues }).notNull(),
    comment: text(),
    completedAt: moment(),
    /** Null unless the status is completed. */
    decision: text({ enum: decisionValues }),
    decidedAt: moment(),
    decidedById: integer().references(() => users.id, { onDelete: "set null" }),
    decisionReason: text(),
    /** What an administrator wants to have looked at again. */
    returnRemark: text(),
    returnedByName: text(),
    /** Triggers maintain this and the next two columns. */
    isCurrent: flag().notNull().default(true),
    isOpen: flag().notNull().default(true),
    permitDueDate: text().notNull().default(""),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (assignment) => {
    const isCurrent = sql`${assignment.isCurrent} = true`;
    const isOpen = sql`${assignment.isOpen} = true`;
    // A page is found in an index that has all columns of its filters and orders.
    const filtersAndOrders = [
      assignment.status,
      assignment.permitDueDate,
      assignment.discipline,
      assignment.completedAt,
      assignment.updatedAt,
      assignment.isOpen,
    ] as const;
    const byDueDate = [assignment.employeeDueDate, assignment.id, ...filtersAndOrders] as const;
    const ofPermit = [assignment.permitId, assignment.reviewCycle] as const;
    const currentBy = (name: string, column: AnyColumn) =>
      index(`assignments_current_by_${name}`)
        .on(column, assignment.id, assignment.isOpen, assignment.isCurrent)
        .where(isCurrent);
    const openBy = (name: string, ...columns: [AnyColumn, ...AnyColumn[]]) =>
      index(`assignments_open_by_${name}`)
        .on(...columns)
        .where(isOpen);
    return [
      uniqueIndex("assignments_discipline").on(
        assignment.permitId,
        assignment.reviewCycle,
        assignment.discipline,
      ),
      index("assignments_by_employee").on(assignment.employeeId),
      index("assignments_by_decider")
        .on(assignment.decidedById)
        .where(sql`${assignment.decidedById} is not null`),
      index("assignments_current_by_employee")
        .on(assignment.employeeId, ...byDueDate, assignment.isCurrent, assignment.permitId)
        .where(isCurrent),
      currentBy("due_date", assignment.employeeDueDate),
      currentBy("permit_due_date", assignment.permitDueDate),
      currentBy("discipline", assignment.discipline),
      currentBy("status", assignment.status),
      currentBy("completion", assignment.completedAt),
      currentBy("update", assignment.updatedAt),
      index("assignments_completed_by_due_date")
        .on(assignment.employeeDueDate, assignment.id)
        .where(and(isCurrent, sql`${assignment.isOpen} = false`) as SQL),
      openBy("employee", assignment.employeeId, ...byDueDate, ...ofPermit),
      openBy("due_date", ...byDueDate, ...ofPermit),
      // Of permits on hold or cancelled, which are read first.
      openBy("permit", assignment.permitId, assignment.employeeDueDate, assignment.employeeId, assignment.id),
      index("assignments_returned")
        .on(assignment.employeeId)
        .where(sql`${assignment.returnRemark} is not null`),
      openBy("id", assignment.id, ...filtersAndOrders),
      oneOf("assignments_status", assignment.status, assignmentStatusValues),
      oneOf("assignments_discipline_known", assignment.discipline, disciplineValues),
      oneOf("assignments_review_cycle", assignment.reviewCycle, reviewCycles),
      check(
        "assignments_decision",
        sql`${assignment.decision} is null or (${assignment.status} = 'completed' and ${oneOfSql(assignment.decision, decisionValues)})`,
      ),
      calendarDate("assignments_due_date", assignment.employeeDueDate),
    ];
  },
);

/** Maintained by triggers. */
export const assignmentCounts = table(
  "assignment_counts",
  {
    employeeId: foreignId(() => employees.id, "cascade"),
    status: text({ enum: assignmentStatusValues }).notNull(),
    assignments: integer().notNull(),
  },
  (row) => [primaryKey({ columns: [row.employeeId, row.status] })],
);

/** Maintained by triggers. */
export const dueCounts = table("due_counts", {
  dueDate: text().primaryKey(),
  assignments: integer().notNull(),
});
