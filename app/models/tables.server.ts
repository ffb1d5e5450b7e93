import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { type Discipline, disciplines } from "./discipline";
import { feeServiceTypeValues, feeStatusValues } from "./fees/fee";
import { pricingTypeValues } from "./fees/pricing";
import { type PlanFileKind, planFileKinds } from "./files/plan-file";
import { type MailStatus, mailStatusValues } from "./mail/mail";
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
} from "./permits/permit";
import { type AssignmentStatus, assignmentStatusValues } from "./plan-review/assignment";
import { type Role, roles } from "./policy";

const id = () => integer().primaryKey({ autoIncrement: true });
const moment = () => text();
const flag = () => integer({ mode: "boolean" });
/** The one-time key of the form that made a row: a second post of it finds the row instead of making another. */
const formKey = () => text();

const oneOf = (name: string, column: AnySQLiteColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`);
const calendarDate = (name: string, column: AnySQLiteColumn) =>
  check(name, sql`${column} is date(${column})`);

export const users = sqliteTable(
  "users",
  {
    id: id(),
    email: text().notNull(),
    firstName: text(),
    lastName: text(),
    role: text().$type<Role>(),
    cityId: integer().references(() => cities.id),
    profileImagePath: text(),
    passwordHash: text(),
    isInvited: flag().notNull().default(false),
    isActive: flag().notNull().default(true),
    formKey: formKey(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (user) => [
    uniqueIndex("users_email").on(user.email),
    uniqueIndex("users_form_key").on(user.formKey),
    index("users_city").on(user.cityId),
    oneOf("users_role", user.role, Object.keys(roles)),
    check("users_email_lower_case", sql`${user.email} = lower(${user.email})`),
  ],
);

export const sessions = sqliteTable(
  "sessions",
  {
    id: id(),
    tokenHash: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    userAgent: text().notNull().default(""),
    createdAt: moment().notNull(),
    lastSeenAt: moment().notNull(),
    expiresAt: moment().notNull(),
  },
  (session) => [
    uniqueIndex("sessions_token").on(session.tokenHash),
    index("sessions_user").on(session.userId, session.lastSeenAt),
    index("sessions_expiry").on(session.expiresAt),
  ],
);

/** What programs sign in with, in the name of whoever made it. */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: id(),
    tokenHash: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    isReadOnly: flag().notNull(),
    createdAt: moment().notNull(),
    lastUsedAt: moment(),
    formKey: formKey(),
  },
  (key) => [
    uniqueIndex("api_keys_token").on(key.tokenHash),
    uniqueIndex("api_keys_form_key").on(key.formKey),
    index("api_keys_user").on(key.userId),
  ],
);

export const oneTimeTokens = sqliteTable(
  "one_time_tokens",
  {
    id: id(),
    tokenHash: text().notNull(),
    purpose: text().$type<"invite" | "reset">().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (token) => [
    uniqueIndex("one_time_tokens_token").on(token.tokenHash),
    index("one_time_tokens_user").on(token.userId),
    oneOf("one_time_tokens_purpose", token.purpose, ["invite", "reset"]),
  ],
);

export const signInFailures = sqliteTable(
  "sign_in_failures",
  { id: id(), email: text().notNull(), address: text().notNull(), at: moment().notNull() },
  (failure) => [
    index("sign_in_failures_email").on(failure.email, failure.at),
    index("sign_in_failures_address").on(failure.address, failure.at),
    index("sign_in_failures_at").on(failure.at),
  ],
);

/** A form that came after its session had ended: what was typed, until its author is signed in again. */
export const keptForms = sqliteTable(
  "kept_forms",
  {
    id: id(),
    /** The hash of the token that only the browser's cookie holds. */
    browserHash: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Where the form was sent: path and query. */
    address: text().notNull(),
    fields: text({ mode: "json" }).$type<[name: string, value: string][]>().notNull(),
    /** Files that were chosen in the form, whose contents are not kept. */
    fileNames: text({ mode: "json" }).$type<string[]>().notNull(),
    createdAt: moment().notNull(),
  },
  (form) => [
    index("kept_forms_by_browser").on(form.browserHash, form.id),
    index("kept_forms_by_user").on(form.userId),
    index("kept_forms_by_time").on(form.createdAt),
  ],
);

export const cities = sqliteTable(
  "cities",
  {
    id: id(),
    cityName: text().notNull(),
    cityNumber: text().notNull(),
    urban37CityCode: text().notNull(),
    managerName: text(),
    managerEmail: text(),
    managerPhone: text(),
    logoPath: text(),
    submissionStatus: text().$type<PermitStatus>().notNull().default("approved"),
    isActive: flag().notNull().default(true),
    formKey: formKey(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (city) => [
    uniqueIndex("cities_code").on(sql`upper(${city.urban37CityCode})`),
    uniqueIndex("cities_form_key").on(city.formKey),
    index("cities_name").on(city.cityName),
    oneOf("cities_submission_status", city.submissionStatus, permitStatusValues),
  ],
);

/** The highest count given to a permit number, per city and year; it only ever grows. */
export const permitNumberCounters = sqliteTable(
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

export const employees = sqliteTable(
  "employees",
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    formKey: formKey(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (employee) => [
    uniqueIndex("employees_user").on(employee.userId),
    uniqueIndex("employees_form_key").on(employee.formKey),
  ],
);

export const employeeDisciplines = sqliteTable(
  "employee_disciplines",
  {
    employeeId: integer()
      .notNull()
      .references(() => employees.id, { onDelete: "cascade" }),
    discipline: text().$type<Discipline>().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.employeeId, row.discipline] }),
    oneOf("employee_disciplines_discipline", row.discipline, disciplines),
  ],
);

export const permits = sqliteTable(
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
    isExpeditedReview: flag().notNull().default(false),
    needsPhysicalPlans: flag().notNull().default(false),
    creationDate: text().notNull(),
    dueDate: text().notNull(),
    submissionDate: text(),
    projectName: text().notNull(),
    projectAddress: text().notNull(),
    projectType: text().$type<ProjectType>().notNull(),
    projectDescription: text().notNull(),
    applicantName: text(),
    applicantEmail: text(),
    applicantPhone: text(),
    createdById: integer().references(() => users.id, { onDelete: "set null" }),
    formKey: formKey(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (permit) => [
    uniqueIndex("permits_number").on(
      sql`upper(${permit.urban37PermitNumber})`,
      // coalesce in other words: drizzle-kit takes the comma of a call for the end of a column.
      sql`case when ${permit.revisionNumber} is null then '' else ${permit.revisionNumber} end`,
    ),
    uniqueIndex("permits_form_key").on(permit.formKey),
    index("permits_by_number").on(permit.urban37PermitNumber, permit.id),
    index("permits_by_due_date").on(permit.dueDate, permit.id),
    index("permits_by_city").on(permit.cityId, permit.id),
    index("permits_by_city_number").on(permit.cityId, permit.urban37PermitNumber, permit.id),
    index("permits_by_city_due_date").on(permit.cityId, permit.dueDate, permit.id),
    index("permits_by_status").on(permit.status, permit.id),
    index("permits_by_status_number").on(permit.status, permit.urban37PermitNumber, permit.id),
    index("permits_by_status_due_date").on(permit.status, permit.dueDate, permit.id),
    index("permits_by_city_status").on(permit.cityId, permit.status, permit.id),
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
  ],
);

export const permitDisciplines = sqliteTable(
  "permit_disciplines",
  {
    permitId: integer()
      .notNull()
      .references(() => permits.id, { onDelete: "cascade" }),
    discipline: text().$type<Discipline>().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.permitId, row.discipline] }),
    oneOf("permit_disciplines_discipline", row.discipline, disciplines),
  ],
);

/** Kept by triggers: how many permits of a city have a status. */
export const permitCounts = sqliteTable(
  "permit_counts",
  {
    cityId: integer()
      .notNull()
      .references(() => cities.id),
    status: text().$type<PermitStatus>().notNull(),
    permits: integer().notNull(),
  },
  (row) => [primaryKey({ columns: [row.cityId, row.status] })],
);

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

export const planFiles = sqliteTable(
  "plan_files",
  {
    id: id(),
    permitId: integer()
      .notNull()
      .references(() => permits.id, { onDelete: "cascade" }),
    reviewCycle: text().$type<ReviewCycle>().notNull(),
    fileName: text().notNull(),
    kind: text().$type<PlanFileKind>().notNull(),
    byteSize: integer().notNull(),
    contentHash: text().notNull(),
    uploadedById: integer().references(() => users.id, { onDelete: "set null" }),
    uploadedAt: moment().notNull(),
    formKey: formKey(),
    /** Where the file stood among those of its form. */
    formPosition: integer().notNull().default(0),
  },
  (file) => [
    uniqueIndex("plan_files_form_key").on(file.formKey, file.formPosition),
    index("plan_files_by_permit").on(file.permitId, file.reviewCycle, file.uploadedAt),
    index("plan_files_by_content").on(file.contentHash),
    oneOf("plan_files_review_cycle", file.reviewCycle, reviewCycles),
    oneOf("plan_files_kind", file.kind, Object.keys(planFileKinds)),
  ],
);

/** Contents that somebody has sent and that belong to no permit yet. */
export const stagedFiles = sqliteTable(
  "staged_files",
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    contentHash: text().notNull(),
    byteSize: integer().notNull(),
    until: moment().notNull(),
  },
  (file) => [
    uniqueIndex("staged_files_by_user").on(file.userId, file.contentHash),
    index("staged_files_by_content").on(file.contentHash),
    index("staged_files_by_end").on(file.until),
  ],
);

export const comments = sqliteTable(
  "comments",
  {
    id: id(),
    permitId: integer()
      .notNull()
      .references(() => permits.id, { onDelete: "cascade" }),
    /** The comment that this one answers. */
    parentId: integer().references((): AnySQLiteColumn => comments.id, { onDelete: "cascade" }),
    reviewCycle: text().$type<ReviewCycle>().notNull(),
    discipline: text().$type<Discipline>(),
    authorId: integer().references(() => users.id, { onDelete: "set null" }),
    authorName: text().notNull(),
    /** Kept beside the author, who may be deleted: a city's words stay the city's. */
    authorCityId: integer().references(() => cities.id, { onDelete: "set null" }),
    text: text().notNull(),
    isShared: flag().notNull().default(false),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    formKey: formKey(),
  },
  (comment) => [
    uniqueIndex("comments_form_key").on(comment.formKey),
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
    formKey: formKey(),
  },
  (entry) => [
    uniqueIndex("time_entries_form_key").on(entry.formKey),
    index("time_entries_by_permit").on(entry.permitId, entry.workDate),
    index("time_entries_by_employee").on(entry.employeeId, entry.workDate),
    oneOf("time_entries_discipline", entry.discipline, disciplines),
    oneOf("time_entries_review_cycle", entry.reviewCycle, reviewCycles),
    check("time_entries_hours", sql`${entry.quarterHours} between 1 and 96`),
    calendarDate("time_entries_work_date", entry.workDate),
  ],
);

export const cityFees = sqliteTable(
  "city_fees",
  {
    id: id(),
    cityId: integer()
      .notNull()
      .references(() => cities.id),
    serviceType: text().$type<(typeof feeServiceTypeValues)[number]>().notNull(),
    description: text().notNull(),
    amountCents: integer().notNull(),
    status: text().$type<(typeof feeStatusValues)[number]>().notNull(),
    invoiceNumber: text(),
    notes: text(),
    dateCharged: text().notNull(),
    datePaid: text(),
    paidById: integer().references(() => users.id, { onDelete: "set null" }),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    formKey: formKey(),
  },
  (fee) => [
    uniqueIndex("city_fees_form_key").on(fee.formKey),
    index("city_fees_by_city").on(fee.cityId, fee.dateCharged),
    oneOf("city_fees_service_type", fee.serviceType, feeServiceTypeValues),
    oneOf("city_fees_status", fee.status, feeStatusValues),
    check("city_fees_amount", sql`${fee.amountCents} >= 0`),
    calendarDate("city_fees_date_charged", fee.dateCharged),
    calendarDate("city_fees_date_paid", fee.datePaid),
  ],
);

export const cityPricing = sqliteTable(
  "city_pricing",
  {
    id: id(),
    cityId: integer()
      .notNull()
      .references(() => cities.id),
    serviceName: text().notNull(),
    pricingType: text().$type<(typeof pricingTypeValues)[number]>().notNull(),
    /** Cents an hour, or hundredths of a percent. */
    rate: integer().notNull(),
    description: text(),
    isActive: flag().notNull().default(true),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    formKey: formKey(),
  },
  (pricing) => [
    uniqueIndex("city_pricing_form_key").on(pricing.formKey),
    index("city_pricing_by_city").on(pricing.cityId, pricing.serviceName),
    oneOf("city_pricing_type", pricing.pricingType, pricingTypeValues),
    check("city_pricing_rate", sql`${pricing.rate} >= 0`),
  ],
);

/** Who did what, when. It keeps the names, since users and permits may be deleted. */
export const auditEvents = sqliteTable(
  "audit_events",
  {
    id: id(),
    at: moment().notNull(),
    actorId: integer().references(() => users.id, { onDelete: "set null" }),
    actorName: text().notNull(),
    action: text().notNull(),
    subject: text().notNull(),
    subjectId: integer(),
    /** `{ field: [before, after] }`, or what else explains the event. */
    changes: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
  },
  (event) => [
    index("audit_events_by_subject").on(event.subject, event.subjectId, event.id),
    index("audit_events_by_actor").on(event.actorId, event.id),
    index("audit_events_by_time").on(event.at),
  ],
);

export const mailOutbox = sqliteTable(
  "mail_outbox",
  {
    id: id(),
    toAddress: text().notNull(),
    subject: text().notNull(),
    plainText: text().notNull(),
    html: text().notNull(),
    status: text().$type<MailStatus>().notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    nextAttemptAt: moment(),
    lastError: text(),
    createdAt: moment().notNull(),
    sentAt: moment(),
  },
  (mail) => [
    index("mail_outbox_due").on(mail.status, mail.nextAttemptAt),
    index("mail_outbox_by_time").on(mail.createdAt),
    oneOf("mail_outbox_status", mail.status, mailStatusValues),
  ],
);
