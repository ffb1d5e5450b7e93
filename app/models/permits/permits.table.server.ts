import { sql } from "drizzle-orm";
import { users } from "../accounts/accounts.table.server";
import { cities } from "../cities/cities.table.server";
import { check, index, indexTerm, integer, primaryKey, table, text, uniqueIndex } from "../dialect.server";
import { type Discipline, disciplineValues } from "../discipline";
import { calendarDate, flag, id, idempotencyKey, moment, oneOf } from "../table-parts.server";
import {
  type PermitStatus,
  type ProjectType,
  permitStatusValues,
  permitYears,
  projectTypeValues,
  type ReviewCycle,
  type Revision,
  reviewCycles,
  revisions,
} from "./permit";

/** The highest count used in a permit number, per city and year; it never decreases. */
export const permitNumberCounters = table(
  "permit_number_counters",
  {
    cityId: integer()
      .notNull()
      .references(() => cities.id),
    year: integer().notNull(),
    highest: integer().notNull(),
  },
  (counter) => [primaryKey({ columns: [counter.cityId, counter.year] })],
);

export const permits = table(
  "permits",
  {
    id: id(),
    cityId: integer()
      .notNull()
      .references(() => cities.id),
    permitCreationYear: integer().notNull(),
    urban37PermitNumber: text().notNull(),
    revisionNumber: text().$type<Revision>(),
    cityPermitNumber: text(),
    status: text().$type<PermitStatus>().notNull(),
    reviewCycle: text().$type<ReviewCycle>().notNull(),
    /** Whether the current review cycle has an assignment. Triggers maintain it. */
    isAssigned: flag().notNull().default(false),
    isExpeditedReview: flag().notNull().default(false),
    needsPhysicalPlans: flag().notNull().default(false),
    creationDate: text().notNull(),
    dueDate: text().notNull(),
    submissionDate: text(),
    /** The date of the latest change of the status to approved; null for a permit created as approved. */
    approvedOn: text(),
    projectName: text().notNull(),
    projectAddress: text().notNull(),
    projectType: text().$type<ProjectType>().notNull(),
    projectDescription: text().notNull(),
    applicantName: text(),
    applicantEmail: text(),
    applicantPhone: text(),
    createdById: integer().references(() => users.id, { onDelete: "set null" }),
    idempotencyKey: idempotencyKey(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (permit) => [
    uniqueIndex("permits_number").on(
      sql`upper(${permit.urban37PermitNumber})`,
      // `case` instead of coalesce(): drizzle-kit splits an index column at a comma.
      indexTerm(sql`case when ${permit.revisionNumber} is null then '' else ${permit.revisionNumber} end`),
    ),
    uniqueIndex("permits_form_key").on(permit.idempotencyKey),
    // Lists find the ids of a page in an index that has all they sort and filter by, and never skip rows of the table.
    index("permits_by_id").on(permit.id),
    index("permits_by_creator").on(permit.createdById),
    index("permits_by_number").on(permit.urban37PermitNumber, permit.id),
    index("permits_by_due_date").on(permit.dueDate, permit.id),
    index("permits_by_city").on(permit.cityId, permit.id),
    index("permits_by_city_number").on(permit.cityId, permit.urban37PermitNumber, permit.id),
    index("permits_by_city_due_date").on(permit.cityId, permit.dueDate, permit.id),
    index("permits_by_status").on(permit.status, permit.id),
    index("permits_by_status_number").on(permit.status, permit.urban37PermitNumber, permit.id),
    index("permits_by_status_due_date").on(permit.status, permit.dueDate, permit.id),
    index("permits_by_city_status").on(permit.cityId, permit.status, permit.id),
    index("permits_by_city_status_number").on(
      permit.cityId,
      permit.status,
      permit.urban37PermitNumber,
      permit.id,
    ),
    index("permits_by_city_status_due_date").on(permit.cityId, permit.status, permit.dueDate, permit.id),
    index("permits_by_city_status_assigned").on(permit.cityId, permit.status, permit.isAssigned, permit.id),
    // A sorted search reads only these columns of its matches.
    index("permits_sort_values").on(
      permit.id,
      permit.urban37PermitNumber,
      permit.dueDate,
      permit.status,
      permit.cityId,
    ),
    oneOf("permits_status", permit.status, permitStatusValues),
    oneOf("permits_review_cycle", permit.reviewCycle, reviewCycles),
    oneOf("permits_revision", permit.revisionNumber, revisions),
    oneOf("permits_project_type", permit.projectType, projectTypeValues),
    check(
      "permits_year",
      sql`${permit.permitCreationYear} between ${sql.raw(String(permitYears.first))} and ${sql.raw(String(permitYears.last))}`,
    ),
    calendarDate("permits_creation_date", permit.creationDate),
    calendarDate("permits_due_date", permit.dueDate),
    calendarDate("permits_submission_date", permit.submissionDate),
    calendarDate("permits_approved_on", permit.approvedOn),
  ],
);

export const permitDisciplines = table(
  "permit_disciplines",
  {
    permitId: integer()
      .notNull()
      .references(() => permits.id, { onDelete: "cascade" }),
    discipline: text().$type<Discipline>().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.permitId, row.discipline] }),
    oneOf("permit_disciplines_discipline", row.discipline, disciplineValues),
  ],
);

/** The number of permits by city and status, and how many of them are assigned; maintained by triggers. */
export const permitCounts = table(
  "permit_counts",
  {
    cityId: integer()
      .notNull()
      .references(() => cities.id),
    status: text().$type<PermitStatus>().notNull(),
    permits: integer().notNull(),
    assigned: integer().notNull().default(0),
  },
  (row) => [primaryKey({ columns: [row.cityId, row.status] })],
);

/**
 * The approved permits of a city that were not created as approved, and the sum of the days from their creation to
 * their approval, maintained by triggers. An approval before the creation date counts as zero days.
 */
export const approvalCounts = table("approval_counts", {
  cityId: integer()
    .primaryKey()
    .references(() => cities.id),
  permits: integer().notNull(),
  days: integer().notNull(),
});
