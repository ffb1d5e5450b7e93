import { sql } from "drizzle-orm";
import {
  calendarDate,
  flag,
  foreignId,
  id,
  idempotencyKey,
  moment,
  oneOf,
  oneOfSql,
} from "../../platform/db/column-types.server";
import {
  check,
  index,
  indexTerm,
  integer,
  primaryKey,
  table,
  text,
  uniqueIndex,
} from "../../platform/db/dialect.server";
import { users } from "../accounts/accounts.table.server";
import { cities } from "../cities/cities.table.server";
import { disciplineValues } from "../discipline";
import {
  openPermitStatuses,
  permitStatusValues,
  permitYears,
  projectTypeValues,
  reviewCycles,
  revisions,
} from "./permit";

export const permitNumberCounters = table(
  "permit_number_counters",
  {
    cityId: foreignId(() => cities.id),
    year: integer().notNull(),
    highest: integer().notNull(),
  },
  (counter) => [primaryKey({ columns: [counter.cityId, counter.year] })],
);

const allYears = sql.raw(`${permitYears.first} and ${permitYears.last}`);

export const permits = table(
  "permits",
  {
    id: id(),
    cityId: foreignId(() => cities.id),
    permitCreationYear: integer().notNull(),
    urban37PermitNumber: text().notNull(),
    revisionNumber: text({ enum: revisions }),
    cityPermitNumber: text(),
    status: text({ enum: permitStatusValues }).notNull(),
    reviewCycle: text({ enum: reviewCycles }).notNull(),
    /** Triggers maintain it. */
    isAssigned: flag().notNull().default(false),
    /** Whether a required discipline is neither assigned in the current cycle nor finished before. Triggers maintain it. */
    lacksReviewer: flag().notNull().default(false),
    isExpeditedReview: flag().notNull().default(false),
    needsPhysicalPlans: flag().notNull().default(false),
    creationDate: text().notNull(),
    dueDate: text().notNull(),
    submissionDate: text(),
    /** The latest change to approved; null for a permit created as approved. */
    approvedOn: text(),
    projectName: text().notNull(),
    projectAddress: text().notNull(),
    projectType: text({ enum: projectTypeValues }).notNull(),
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
    // A page is found in an index that has all columns of its filters and orders.
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
    // The views of open permits find their pages in it, in any order.
    index("permits_open")
      .on(
        permit.id,
        permit.dueDate,
        permit.status,
        permit.cityId,
        permit.urban37PermitNumber,
        permit.lacksReviewer,
        permit.isAssigned,
      )
      .where(oneOfSql(permit.status, openPermitStatuses)),
    index("permits_open_by_due_date")
      .on(permit.dueDate, permit.id, permit.status, permit.cityId, permit.lacksReviewer, permit.isAssigned)
      .where(oneOfSql(permit.status, openPermitStatuses)),
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
    check("permits_year", sql`${permit.permitCreationYear} between ${allYears}`),
    calendarDate("permits_creation_date", permit.creationDate),
    calendarDate("permits_due_date", permit.dueDate),
    calendarDate("permits_submission_date", permit.submissionDate),
    calendarDate("permits_approved_on", permit.approvedOn),
  ],
);

export const permitDisciplines = table(
  "permit_disciplines",
  {
    permitId: foreignId(() => permits.id, "cascade"),
    discipline: text({ enum: disciplineValues }).notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.permitId, row.discipline] }),
    oneOf("permit_disciplines_discipline", row.discipline, disciplineValues),
  ],
);

/** The permits that each user opened, the latest with the highest id. */
export const openedPermits = table(
  "opened_permits",
  {
    id: id(),
    userId: foreignId(() => users.id, "cascade"),
    permitId: foreignId(() => permits.id, "cascade"),
  },
  (opened) => [
    uniqueIndex("opened_permits_of_user").on(opened.userId, opened.permitId),
    index("opened_permits_by_user").on(opened.userId, opened.id),
    index("opened_permits_by_permit").on(opened.permitId),
  ],
);

/** Maintained by triggers. */
export const permitCounts = table(
  "permit_counts",
  {
    cityId: foreignId(() => cities.id),
    status: text({ enum: permitStatusValues }).notNull(),
    permits: integer().notNull(),
    assigned: integer().notNull().default(0),
  },
  (row) => [primaryKey({ columns: [row.cityId, row.status] })],
);

/** The days from creation to approval, but of permits created as approved, maintained by triggers. */
export const approvalCounts = table("approval_counts", {
  cityId: integer()
    .primaryKey()
    .references(() => cities.id),
  permits: integer().notNull(),
  days: integer().notNull(),
});
